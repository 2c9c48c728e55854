/**
 * Counts the executed results of the engines (tests/golden/engines) that the library reproduces. `node
 * web/tools/engine-agreement.mjs` prints the table of docs/engines.md and the cases that differ.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Files of tests/golden/engines with results of engines without stored evidence, and our row for each. */
export const sources = {
  sglang: 'sglang',
  'mlc-llm': 'mlc-llm',
  torchtitan: 'torchtitan',
  'megatron-core': 'megatron-core',
};
const golden = new URL('../../tests/golden/engines/', import.meta.url);
/** The rotary classes were built directly, even if their model does not rotate by default. */
const rotates = { esm: 'rotary', granitemoehybrid: 'rope' };
const asBuilt = (entry) =>
  Object.hasOwn(rotates, entry.modelType)
    ? {
        ...entry,
        config: entry.config.replace(
          /("position_embedding_type": )("absolute"|null)/,
          `$1"${rotates[entry.modelType]}"`,
        ),
      }
    : entry;
export function load(file) {
  const data = JSON.parse(readFileSync(new URL(`${file}.json`, golden), 'utf8'));
  return file.startsWith('transformers-classes') ? { ...data, cases: data.cases.map(asBuilt) } : data;
}

const tolerance = { frequency: 1e-5, amplitude: 2e-6 };
/** Angles of this frequency stay 0 in float32 over any context. */
const vanishing = 1e-20;

/** Returns why a layer differs, or undefined. */
function layerDiffers(expected, found) {
  if (!found) return 'no such layer';
  const { frequencies, attentionFactor, rows } = expected;
  if (frequencies.length !== found.frequencies.length)
    return `${found.frequencies.length} pairs, not ${frequencies.length}`;
  let worst = { error: 0 };
  frequencies.forEach((right, pair) => {
    const left = found.frequencies[pair];
    const error = Math.abs(right) < vanishing && Math.abs(left) < vanishing ? 0 : Math.abs(left / right - 1);
    if (!(error <= worst.error)) worst = { error, pair };
  });
  if (!(worst.error <= tolerance.frequency)) return `pair ${worst.pair} is off by ${worst.error.toPrecision(3)}`;
  if (Math.abs(found.attentionFactor - attentionFactor) > tolerance.amplitude)
    return `amplitude ${found.attentionFactor}, not ${attentionFactor}`;
  const { softmaxMultiplier: softmax } = expected;
  if (softmax !== undefined && Math.abs(found.softmaxMultiplier / softmax - 1) > tolerance.amplitude)
    return `softmax multiplied by ${found.softmaxMultiplier}, not ${softmax}`;
  if (rows !== undefined && rows !== found.rows) return `${found.rows} rows, not ${rows}`;
  return undefined;
}

/** An exception is compared by its class. */
function refusalDiffers(error, answer) {
  if (!answer.error) return `answered, but it raises ${error}`;
  return answer.error.kind === error.split(':')[0] ? undefined : `raises ${answer.error.kind}, not ${error}`;
}

async function caseDiffers(pe, engine, entry) {
  if (entry.error !== undefined) {
    const [answer] = await askFor(pe, engine, entry.config, {});
    return refusalDiffers(entry.error, answer);
  }
  for (const [key, expected] of Object.entries(entry.layers)) {
    const [name, started] = key.split('|max_model_len=');
    const contextLength = started === undefined ? undefined : Number(started);
    const [answer] = await askFor(pe, engine, entry.config, { contextLength });
    if (expected.error !== undefined) {
      const why = refusalDiffers(expected.error, answer);
      if (why) return why;
      continue;
    }
    if (answer.error) return `raises ${answer.error.kind}: ${answer.error.message}`;
    const named = answer.layers[name] ?? (name === '' ? Object.values(answer.layers)[0] : undefined);
    const why = layerDiffers(expected, named);
    if (why) return `${key}: ${why}`;
  }
  return undefined;
}

async function askFor(pe, engine, config, options) {
  const answers = await pe.engines(config, { ...options, engines: [engine] });
  return [answers.find((answer) => answer.engine === engine)];
}

/** Returns for each file the number of its cases, and the cases that differ with the reason. */
export async function agreement(pe) {
  const rows = [];
  for (const [file, engine] of Object.entries(sources)) {
    const { cases, version } = load(file);
    const missed = [];
    for (const entry of cases) {
      const why = await caseDiffers(pe, engine, entry).catch(
        (error) => `${error.code ?? error.name}: ${error.message}`,
      );
      if (why) missed.push({ id: entry.id, why });
    }
    rows.push({ file, engine, version, cases: cases.length, missed });
  }
  return rows;
}

const titles = {
  sglang: 'SGLang',
  'mlc-llm': 'MLC LLM',
  torchtitan: 'torchtitan',
  'megatron-core': 'Megatron-Core',
};
/** The table of docs/engines.md. */
export function agreementTable(rows) {
  const lines = rows.map(({ file, version, engine, cases, missed }) => {
    const [commit] = version.split(':');
    return `| ${titles[file]} | ${commit} | \`${engine}\` | ${cases - missed.length} of ${cases} |`;
  });
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  const agreed = cases - rows.reduce((sum, { missed }) => sum + missed.length, 0);
  return [
    '| engine | executed | row | alike |',
    '|---|---|---|---|',
    ...lines,
    `| all | | | ${agreed} of ${cases} |`,
  ].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { create } = await import('../../dist/lib/node.js');
  const pe = await create();
  const rows = await agreement(pe);
  console.log(agreementTable(rows));
  for (const { file, missed } of rows) for (const { id, why } of missed) console.log(`${file}/${id}: ${why}`);
  pe.dispose();
}
