/**
 * Chooses the models among the files of a folder or Hub repository, by name only.
 */
import { posix } from 'node:path';
import { shardOf } from './shards.js';

export interface Chosen {
  readonly path: string;
  /** For a GGUF file: the config.json of the same folder. */
  readonly config?: string;
}

/** File names that identify a model; all other files are ignored. */
export const isTelling = (name: string): boolean =>
  name === 'config.json' || name === 'params.json' || name === 'model_index.json' || isGgufName(name);

/** Excludes image projectors (mmproj), which have no text positions. */
const isGgufName = (name: string): boolean => /\.gguf$/i.test(name) && !/mmproj/i.test(name);

/** Parts of diffusers pipelines that rotate: transformer, transformer_2 of Wan 2.2, and so on. */
const isTransformer = (folder: string): boolean => /^transformer(_\d+)?$/.test(folder);

/** Maximum folder depth; deeper files are ignored. */
const maxDepth = 32;

/** Folders by path: the names of their model files, and their direct subfolders. */
interface Tree {
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly below: ReadonlyMap<string, readonly string[]>;
}

/**
 * Paths are relative to the folder, with slashes. A folder with config.json is one model, whatever its subfolders
 * contain (modules of sentence-transformers, original files of Llama); otherwise its subfolders are models.
 */
export function modelsAmong(paths: readonly string[]): Chosen[] {
  const tree = treeOf(
    paths.filter((path) => isTelling(posix.basename(path)) && path.split('/', maxDepth + 1).length <= maxDepth),
  );
  return [...tree.names].flatMap(([folder, names]) => (isInModel(folder, tree) ? [] : ofFolder(folder, names, tree)));
}

function treeOf(paths: readonly string[]): Tree {
  const names = new Map<string, string[]>();
  const below = new Map<string, string[]>();
  for (const path of [...paths].sort(byNumbers)) {
    const folder = posix.dirname(path);
    const files = names.get(folder);
    if (files) files.push(posix.basename(path));
    else {
      names.set(folder, [posix.basename(path)]);
      const above = posix.dirname(folder);
      const others = below.get(above);
      if (others) others.push(folder);
      else below.set(above, [folder]);
    }
  }
  return { names, below };
}

const isWhole = (name: string): boolean => /^(config|params|model_index)\.json$/.test(name);

/** True if a parent folder is a model. */
function isInModel(folder: string, { names }: Tree): boolean {
  let at = folder;
  while (at !== '.' && at !== '/') {
    at = posix.dirname(at);
    if (names.get(at)?.some(isWhole)) return true;
  }
  return false;
}

function ofFolder(folder: string, names: readonly string[], tree: Tree): Chosen[] {
  const at = (name: string): string => posix.join(folder, name);
  const config = names.includes('config.json') ? at('config.json') : undefined;
  const ggufs = firstParts(names.filter(isGgufName)).map((name) => ({ path: at(name), ...(config && { config }) }));
  if (config !== undefined) return [{ path: config }, ...ggufs];
  if (names.includes('model_index.json'))
    return (tree.below.get(folder) ?? [])
      .filter((name) => isTransformer(posix.basename(name)) && tree.names.get(name)!.includes('config.json'))
      .map((name) => ({ path: posix.join(name, 'config.json') }));
  return [...(names.includes('params.json') ? [{ path: at('params.json') }] : []), ...ggufs];
}

/** Keeps only the first existing part of a split file; any part leads to the keys. */
function firstParts(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const part = shardOf(name);
    if (part === undefined) return true;
    const whole = part.name(1);
    if (seen.has(whole)) return false;
    seen.add(whole);
    return true;
  });
}

/** A fixed order on every machine: file systems and servers list names in no reliable order. */
const collator = new Intl.Collator('en', { numeric: true });
export function byNumbers(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((part, i) => part !== right[i]);
  if (at < 0) return left.length - right.length;
  const [x, y] = [left[at]!, right[at]];
  if (y === undefined) return 1;
  return collator.compare(x, y) || (x < y ? -1 : 1);
}
