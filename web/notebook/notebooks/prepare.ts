/** A notebook prepared for the page: compiled cells, and prose as trees. */
import { guessBefore } from './after-guess.js';
import { type Compiled, compileCell } from './compile-cell.js';
import { posesExercise } from './exercise-cells.js';
import type { Cell, Notebook } from './format.js';
import type { Glossary } from './glossary.js';
import { markdownTree } from './markdown.js';
import { template } from './template.js';
import { texTree } from './tex-tree.js';
import type { CellRead } from './outputs/read.js';
import { keyOf } from '../kit/formulas.js';
import type { Tree } from './tree.js';

export interface Prepared extends Notebook {
  readonly compiled: readonly Compiled[];
  /** Prose without values, by cell id. */
  readonly prose: Readonly<Record<number, readonly Tree[]>>;
  /** Formulas in prose with values, by `keyOf`. */
  readonly formulas: Readonly<Record<string, Tree>>;
}
export interface Recorded {
  readonly turns: readonly CellRead[];
  /** Parsed Markdown of the outputs. */
  readonly prose: Readonly<Record<string, readonly Tree[]>>;
  readonly formulas: Readonly<Record<string, Tree>>;
}
/** Includes the recorded outputs, unless they are too large. */
export interface Built extends Prepared {
  readonly recorded: Recorded | undefined;
}
export interface Listed {
  /** File name without extension: `?name=` in the address. */
  readonly name: string;
  readonly title: string;
  /** The first paragraph. */
  readonly lede: readonly Tree[];
  /** Duration stated by the lesson. */
  readonly minutes: number | undefined;
  /** Number of exercises. */
  readonly exercises: number;
}

/** @param glossary terms to mark in the prose */
export function prepare(notebook: Notebook, glossary?: Glossary): Prepared {
  const compiled = notebook.cells.flatMap((cell) => compileCell(cell) ?? []);
  const trees = notebook.cells.flatMap((cell) => {
    const tree = proseOf(cell);
    return tree ? [[cell.id, tree] as const] : [];
  });
  const explained = glossary?.mark(trees.map(([, tree]) => tree)) ?? trees.map(([, tree]) => tree);
  return {
    ...notebook,
    compiled,
    prose: Object.fromEntries(trees.map(([id], i) => [id, explained[i]!])),
    formulas: formulasOf(notebook.cells),
  };
}

/** Formulas of cells whose prose depends on values. */
function formulasOf(cells: readonly Cell[]): Record<string, Tree> {
  const found: Record<string, Tree> = {};
  for (const cell of cells) {
    if (cell.mode !== 'md') continue;
    const text = template(cell.value)
      .map((part) => (typeof part === 'string' ? part : 'tex' in part ? part.written : '0'))
      .join('');
    if (!proseOf(cell)) markdownTree(text, (tex, display) => (found[keyOf(tex, display)] = texTree(tex, display)));
  }
  return found;
}

export function listed(name: string, { title, prose, cells }: Prepared): Listed {
  const all = cells.flatMap(({ id }) => prose[id] ?? []);
  const first = all.find((tree) => typeof tree !== 'string' && tree[0] === 'p');
  const minutes = cells.map(({ value }) => /takes about (\d+) minutes/.exec(value)?.[1]).find(Boolean);
  const exercises = cells.filter(posesExercise).length;
  return {
    name,
    title,
    lede: first ? [withoutTerms(first)] : [],
    minutes: minutes === undefined ? undefined : Number(minutes),
    exercises,
  };
}

/** A card is one link, so glossary terms in it would be focusable without effect. */
function withoutTerms(tree: Tree): Tree {
  if (typeof tree === 'string') return tree;
  const [name, attributes, ...inner] = tree;
  if (attributes !== 0 && attributes['class'] === 'term') return (inner as Tree[]).join('');
  return [name, attributes, ...(inner as Tree[]).map(withoutTerms)];
}

/** The tree of prose without values; undefined for other cells. */
export function proseOf({ mode, value }: Cell): Tree[] | undefined {
  if (mode === 'tex') return [texTree(value, true)];
  if (mode !== 'md') return undefined;
  const parts = template(value);
  if (guessBefore(value) || parts.some((part) => typeof part === 'object' && 'expression' in part)) return undefined;
  const text = parts.map((part) => (typeof part === 'string' ? part : (part as { written: string }).written));
  return markdownTree(text.join(''), texTree);
}
