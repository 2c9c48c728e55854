/**
 * GGUF keys that restore what the conversion lost, and the commands that set them. The file is read again with these
 * keys, and they are reported only if they restore it.
 *
 * llama.cpp's --override-kv also adds keys that the file lacks (src/llama-model-loader.cpp, GKV::set); the type is int,
 * float, bool or str (common/arg.cpp). gguf-py's gguf_set_metadata.py only replaces an existing number in the file.
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

/** Keys of the report's fields, without the architecture's name. */
const keysOf: Readonly<Record<string, { readonly key: string; readonly type: Key['type'] }>> = {
  base: { key: 'rope.freq_base', type: 'float' },
  rotaryDim: { key: 'rope.dimension_count', type: 'int' },
  type: { key: 'rope.scaling.type', type: 'str' },
  factor: { key: 'rope.scaling.factor', type: 'float' },
  originalContext: { key: 'rope.scaling.original_context_length', type: 'int' },
};
/** rope.scaling.type by the report's type; other types need tensors, which no key can add. */
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

/** True if the file with these keys matches the config's positions and length. */
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
