/**
 * Which files of a folder, or of a repository of the Hub, are models: told by their names alone.
 */
import { posix } from 'node:path';
import { shardOf } from './shards.js';

export interface Chosen {
  readonly path: string;
  /** The config.json of the same folder, where the file is a GGUF file. */
  readonly config?: string;
}

/** Names that tell that a folder is a model; all else is not looked at. */
export const isTelling = (name: string): boolean =>
  name === 'config.json' || name === 'params.json' || name === 'model_index.json' || isGgufName(name);

/** A projector of images (mmproj) beside a language model has no positions of text. */
const isGgufName = (name: string): boolean => /\.gguf$/i.test(name) && !/mmproj/i.test(name);

/** Parts of pipelines of diffusers that rotate: transformer, transformer_2 of Wan 2.2, and the like. */
const isTransformer = (folder: string): boolean => /^transformer(_\d+)?$/.test(folder);

/** Folders within folders; what lies deeper is not looked at. */
const maxDepth = 32;

/** Folders by their paths, with the names of telling files, and the folders right below each. */
interface Tree {
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly below: ReadonlyMap<string, readonly string[]>;
}

/**
 * Paths relative to the folder, with slashes. Where a folder holds config.json it is one model, whatever lies in folders
 * below (the modules of sentence-transformers, the original files of Llama); where it holds none, folders below are models.
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

/** Whether a folder above is a model. */
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

/** Of a file in parts the first one that is there: any of them leads to its keys. */
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

/** The same on every machine: no file system and no server gives names in an order that can be relied on. */
const collator = new Intl.Collator('en', { numeric: true });
export function byNumbers(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((part, i) => part !== right[i]);
  if (at < 0) return left.length - right.length;
  const [x, y] = [left[at]!, right[at]];
  if (y === undefined) return 1;
  return collator.compare(x, y) || (x < y ? -1 : 1);
}
