/**
 * Writes the cases of models that rotate by several coordinates: `node evidence/corpus/cells.mjs diffusers` (or timm).
 *
 * diffusers: every class of models/transformers of the release with its default arguments, each preset, each case of
 * tests/golden/rope_nd_executed.json, and each class of our table with other widths, base and divisors.
 * timm: every model of the release that has a rotary class.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { axialClasses } from '../../dist/lib/hf/axial/classes.js';
import { ropeNdPresets } from '../../dist/lib/node.js';
import { pythonOf } from '../environments.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Names that the runner of an engine lists. */
async function namesOf(engine) {
  const pin = JSON.parse(readFileSync(at('../pins.json'), 'utf8')).find((one) => one.engine === engine);
  const env = { ...process.env, PYTHONPATH: at('../lib'), HF_HUB_OFFLINE: '1' };
  const python = await pythonOf(pin, () => {});
  const text = execFileSync(python, ['-P', at(`../runners/${engine}.py`), '--names'], { env, encoding: 'utf8' });
  return text.trim().split('\n');
}

/** The same channels divided otherwise. */
const divided = (widths) => widths.map((width, axis) => width + (axis === 0 ? -8 : axis === widths.length - 1 ? 8 : 0));
/** The fields of a class with other values than its defaults. */
function otherFields({ widths, base, ntk, divisors }) {
  const fields = {};
  if (typeof widths === 'string') fields.attention_head_dim = widths.startsWith('a quarter') ? 80 : 96;
  else if ('pairsKey' in widths) Object.assign(fields, { [widths.pairsKey]: 8, attention_head_dim: 64 });
  else fields[widths.key] = divided(widths.otherwise);
  if (!('fixed' in base)) fields[base.key ?? 'rope_theta'] = 5000;
  if (ntk) fields.rope_scale = [1, 3, 2];
  if (divisors) fields.scale_factor = [2, 1, 3];
  return fields;
}

async function ofDiffusers() {
  const rows = (await namesOf('diffusers')).map((name) => ({
    id: `default/${name}`,
    origin: `${name} with the default arguments of its class`,
    config: { _class_name: name },
  }));
  const known = new Set(rows.map(({ id }) => id));
  for (const { id, title, config } of ropeNdPresets)
    if (config) rows.push({ id: `preset/${id}`, origin: `the preset ${title}`, config });
  const golden = JSON.parse(readFileSync(at('../../tests/golden/rope_nd_executed.json'), 'utf8'));
  const texts = new Set(rows.map(({ config }) => JSON.stringify(config)));
  for (const { config } of golden.expected.classes) {
    if (!config || texts.has(JSON.stringify(config))) continue;
    texts.add(JSON.stringify(config));
    let id = `golden/${config._class_name}`;
    while (known.has(id)) id += "'";
    known.add(id);
    rows.push({ id, origin: 'a case of tests/golden/rope_nd_executed.json', config });
  }
  for (const [name, row] of axialClasses) {
    const config = { _class_name: name, ...otherFields(row) };
    if (name === 'CogVideoXTransformer3DModel') config.use_rotary_positional_embeddings = true;
    rows.push({ id: `other/${name}`, origin: `${name} with other widths, base and divisors`, config });
  }
  return rows;
}

const ofTimm = async () =>
  (await namesOf('timm')).map((name) => ({
    id: name,
    origin: `timm.create_model('${name}')`,
    config: { model: name },
  }));

const [engine] = process.argv.slice(2);
const rows = await { diffusers: ofDiffusers, timm: ofTimm }[engine]();
writeFileSync(at(`cells/${engine}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
console.log(`${rows.length} cases`);
