/**
 * Keys that give a GGUF file what its conversion lost, and what to type for them. Whether they do is computed: the file is
 * read again with them. Nothing is said where they do not.
 *
 * llama.cpp takes --override-kv for keys that the file lacks, too (src/llama-model-loader.cpp, GKV::set); the type is one of
 * int, float, bool and str (common/arg.cpp). gguf-py's gguf_set_metadata.py writes into the file, a number in place of a
 * number that is there already.
 */
import { shellText } from '../lib/advice/text.js';
import { printable } from '../lib/checks/show.js';
import type { ConfigDiff, FieldChange, Posenc } from '../lib/node.js';
import type { GgufHeader, GgufValue } from '../lib/types/gguf.js';
import type { Finding } from './finding.js';

interface Key {
  readonly key: string;
  readonly type: 'int' | 'float' | 'str';
  readonly value: number | string;
}

/** The keys of fields in a report, below the name of the architecture. */
const keysOf: Readonly<Record<string, { readonly key: string; readonly type: Key['type'] }>> = {
  base: { key: 'rope.freq_base', type: 'float' },
  rotaryDim: { key: 'rope.dimension_count', type: 'int' },
  type: { key: 'rope.scaling.type', type: 'str' },
  factor: { key: 'rope.scaling.factor', type: 'float' },
  originalContext: { key: 'rope.scaling.original_context_length', type: 'int' },
};
/** rope.scaling.type for a type of a report; other types are tensors, which no key makes. */
const typeNames: Readonly<Record<string, string>> = { default: 'none', linear: 'linear', yarn: 'yarn' };

export async function repairOf(
  pe: Posenc,
  path: string,
  config: string,
  header: GgufHeader,
  diff: ConfigDiff,
  options: { contextLength?: number },
): Promise<Finding[]> {
  const architecture = header.metadata['general.architecture'];
  const [layer, ...others] = diff.layers;
  if (typeof architecture !== 'string' || !layer || others.length > 0) return [];
  const [inConfig, inFile] = diff.served;
  const changed = layer.changes.flatMap((change) => keyOf(change));
  const context: Key[] = inConfig === inFile ? [] : [{ key: 'context_length', type: 'int', value: inConfig }];
  const keys = [...changed, ...context].map((each) => ({ ...each, key: `${architecture}.${each.key}` }));
  if (keys.length === 0 || !(await repairs(pe, config, header, keys, options))) return [];
  return [{ rule: 'conversion_repair', level: 'note', message: commandsFor(path, header, keys) }];
}

function keyOf({ field, a }: FieldChange): Key[] {
  const known = keysOf[field];
  if (known === undefined || a === null) return [];
  if (field !== 'type') return typeof a === 'number' ? [{ ...known, value: a }] : [];
  const name = typeof a === 'string' ? typeNames[a] : undefined;
  return name === undefined ? [] : [{ ...known, value: name }];
}

/** Whether the file with these keys has the positions of the config, and its length. */
async function repairs(
  pe: Posenc,
  config: string,
  header: GgufHeader,
  keys: readonly Key[],
  options: { contextLength?: number },
): Promise<boolean> {
  const own = Object.fromEntries(keys.map(({ key, value }): [string, GgufValue] => [key, value]));
  const metadata = { ...header.metadata, ...own };
  const { same, served } = await pe.diffConfigs(config, { ...header, metadata }, options);
  return same && served[0] === served[1];
}

function commandsFor(path: string, header: GgufHeader, keys: readonly Key[]): string {
  const name = shellText(printable(path, 200));
  const flags = keys.map(
    ({ key, type, value }) => `--override-kv ${shellText(printable(`${key}=${type}:${value}`, 200))}`,
  );
  const isHeld = ({ key, type }: Key): boolean => type !== 'str' && typeof header.metadata[key] === 'number';
  const lines = keys.filter(isHeld).map(({ key, value }) => `gguf_set_metadata.py ${name} ${shellText(key)} ${value}`);
  const lacking = keys.filter((key) => !isHeld(key)).map(({ key }) => printable(key));
  const inFile = lines.length === 0 ? '' : `; in the file itself: ${lines.join(' && ')}`;
  const rest =
    lacking.length === 0
      ? ''
      : `; ${lacking.join(', ')} ${lacking.length === 1 ? 'is' : 'are'} for a new conversion to write`;
  return `with these keys it has the positions of the config, as computed: llama-server -m ${name} ${flags.join(' ')}${inFile}${rest}`;
}
