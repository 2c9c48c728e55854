/**
 * posenc check: for CI, whether a config.json means the same to inference engines, and what the conversion to GGUF lost.
 */
import { create } from '../lib/node.js';
import { oneOf, printable, suggestion } from '../lib/checks/show.js';
import { type EngineId, engineIds } from '../lib/generated/engines.js';
import { checkConfig } from './check-config.js';
import { checkGguf } from './check-gguf.js';
import { type Command, misuse, positionals, version } from './command.js';
import { formats } from './finding.js';
import { named, readModel, readText } from './input.js';
import { contextOption } from './length.js';
import { print } from './output.js';

export const check: Command = {
  help: `Asks of a config.json what inference engines make of it, and says where one refuses it or computes other positions
than transformers 5, and what the file says in two ways: a line a finding, with line and column of the field. Of a GGUF
file it says what it lost against the config.json that it was made from, as llama.cpp reads it.

  --engine NAMES     some of ${engineIds.join(', ')};
                     all unless told
  --context N        the length that engines are started with
  --strict           warnings count, too, not only errors
  --against CONFIG   for a GGUF file: the config.json that it was made from
  --format FORM      text, json, github (annotations of a workflow), or sarif (2.1.0)

Exit status: 0 where nothing was found, 1 for findings, 2 where the file could not be checked.

  posenc check config.json --engine vllm,llama-cpp --context 131072
  posenc check model.gguf --against config.json
  posenc check config.json --format sarif > posenc.sarif`,
  options: {
    engine: { type: 'string' },
    context: { type: 'string' },
    strict: { type: 'boolean' },
    against: { type: 'string' },
    format: { type: 'string' },
  },
  async run(args) {
    const [path] = positionals(args, ['config.json']);
    const { values } = args;
    const form = formatOf(values['format']);
    const engines = enginesOf(values['engine']);
    const options = contextOption(values['context']);
    const against = values['against'];
    const model = await readModel(path);
    if (typeof model === 'string' && against !== undefined)
      throw misuse('--against', '--against is for a GGUF file, and this is none; posenc diff compares two configs');
    if (typeof model !== 'string' && against === undefined)
      throw misuse('--against', 'for a GGUF file --against names the config.json that it was made from');
    if (typeof model !== 'string' && engines) throw misuse('--engine', 'a GGUF file is read by llama.cpp alone');
    const pe = await create();
    const findings =
      typeof model === 'string'
        ? await named(path, () => checkConfig(pe, model, { ...options, ...(engines && { engines }) }))
        : await checkGguf(pe, model, await readText(String(against)), options);
    await print([form({ path, findings, version: version() })]);
    const counted = findings.some(({ level }) => level === 'error' || (level === 'warning' && values['strict']));
    return counted ? 1 : 0;
  },
};

function formatOf(value: string | boolean | undefined): (typeof formats)[string] {
  const found = formats[String(value ?? 'text')];
  if (found) return found;
  const names = oneOf(Object.keys(formats));
  throw misuse('--format', `--format must be ${names}, but '${printable(String(value))}' was given`);
}

/** The engines that were named; undefined for all of them. */
export function enginesOf(value: string | boolean | undefined): EngineId[] | undefined {
  if (value === undefined || value === 'all') return undefined;
  return String(value)
    .split(',')
    .map((name) => {
      const found = engineIds.find((id) => id === name.trim());
      if (found) return found;
      throw misuse(
        '--engine',
        `there is no engine '${printable(name)}'${suggestion(name, engineIds)}; give all or some of ${oneOf(engineIds)}`,
      );
    });
}
