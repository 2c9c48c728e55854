/**
 * A notebook as a file: the open HTML format of Observable's Notebook Kit (its docs/kit.html and src/lib/serialize.ts),
 * one `<script>` a cell. The text is read as data by a scanner of our own, in time linear in its length: it may come from
 * anywhere, and no part of it ever becomes markup. Cells of other languages are kept as they are, and do not run.
 */
export const cellTypes = {
  js: 'module',
  md: 'text/markdown',
  tex: 'application/x-tex',
  html: 'text/html',
  ts: 'text/x-typescript',
  sql: 'application/sql',
  dot: 'text/vnd.graphviz',
  ojs: 'application/vnd.observable.javascript',
  node: 'application/vnd.node.javascript',
  python: 'text/x-python',
  r: 'text/x-r',
} as const;
export type Mode = keyof typeof cellTypes;

export interface Cell {
  /** A positive integer, unique in its notebook. */
  readonly id: number;
  readonly mode: Mode;
  readonly value: string;
  /** Its source is shown. */
  readonly pinned: boolean;
  /** Its value is not shown by itself. */
  readonly hidden: boolean;
}
export interface Notebook {
  readonly title: string;
  readonly cells: readonly Cell[];
}

/** Limits of what is read: no file can make the page work for long. */
export const longestFile = 1_048_576;
export const longestCell = 65_536;
export const mostCells = 500;
export const longestTitle = 200;

export class NotebookError extends Error {}

const modes = new Map(Object.entries(cellTypes).map(([mode, type]) => [type as string, mode as Mode]));

export function parseNotebook(text: string): Notebook {
  if (text.length > longestFile)
    throw new NotebookError(`a notebook has at most ${longestFile} characters, and this file ${text.length}`);
  const opening = /<notebook(?=[\s/>])/i.exec(text);
  if (!opening) throw new NotebookError('the file has no <notebook> element');
  const cells: Omit<Cell, 'id'>[] = [];
  const ids: string[] = [];
  let title = '';
  const tags = /<(title|script)((?:\s[^<>]*)?)>|<\/notebook\s*>/gi;
  tags.lastIndex = opening.index;
  for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
    const name = tag[1]?.toLowerCase();
    if (name === undefined) break;
    const begin = tags.lastIndex;
    const end = endOf(text, name, begin);
    const inside = text.slice(begin, end);
    tags.lastIndex = end;
    if (name === 'title') {
      title ||= legible(plain(inside)).trim().replace(/\s+/g, ' ').slice(0, longestTitle);
      continue;
    }
    const attributes = attributesOf(tag[2]!);
    const written = dedent(inside.replace(/<\\(?=\\*\/script[\s>])/gi, '<'));
    const value = attributes.has('packed') ? unpacked(written) : written;
    if (value.length > longestCell)
      throw new NotebookError(`a cell has at most ${longestCell} characters, and one of this file ${value.length}`);
    if (cells.length === mostCells) throw new NotebookError(`a notebook has at most ${mostCells} cells`);
    const mode = modes.get(attributes.get('type') ?? 'module') ?? 'js';
    ids.push(attributes.get('id') ?? '');
    cells.push({ mode, value, pinned: attributes.has('pinned'), hidden: attributes.has('hidden') });
  }
  return { title: title || 'Untitled', cells: numbered(cells, ids) };
}

/**
 * The same text for the same notebook, wherever it came from: its hash is what a reader trusts.
 * @param packs cells that are not to be read in the text, as those with answers
 */
export function writeNotebook({ title, cells }: Notebook, packs: (cell: Cell) => boolean = () => false): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const scripts = cells.map((cell) => {
    const { id, mode, value, pinned, hidden } = cell;
    const away = packs(cell);
    const flags = `${pinned ? ' pinned=""' : ''}${hidden ? ' hidden=""' : ''}${away ? ' packed=""' : ''}`;
    return `  <script id="${id}" type="${cellTypes[mode]}"${flags}>\n${indent(away ? packed(value) : value)}  </script>\n`;
  });
  return `<!doctype html>\n<notebook>\n  <title>${escaped}</title>\n${scripts.join('')}</notebook>\n`;
}

/** A text in letters that say nothing to people. */
const packed = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
function unpacked(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  } catch {
    throw new NotebookError('a cell is marked as packed, and cannot be unpacked');
  }
}

/** A name from elsewhere that stands in a sentence of the page: without what would turn the sentence around. */
export const legible = (text: string): string =>
  text.replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '');

/** Where the element's text ends: in HTML nothing but its own closing tag ends it. */
function endOf(text: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(text);
  if (!found) throw new NotebookError(`a <${name}> is not closed`);
  return found.index;
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, double, single, bare] of text.matchAll(
    /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g,
  )) {
    const key = name!.toLowerCase();
    if (!found.has(key)) found.set(key, plain(double ?? single ?? bare ?? ''));
  }
  return found;
}

/** Of entities only what `writeNotebook` writes. */
const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function dedent(text: string): string {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1)?.trim() === '') lines.pop();
  if (lines[0]?.trim() === '') lines.shift();
  return lines.map((line) => line.replace(/^ {4}/, '')).join('\n');
}

const indent = (text: string): string =>
  text
    .replace(/<(?=\\*\/script[\s>])/gi, '<\\')
    .split('\n')
    .map((line) => (line.trim() ? `    ${line}\n` : '\n'))
    .join('');

/** An id that is missing, no number or taken gets the next one that is free. */
function numbered(cells: readonly Omit<Cell, 'id'>[], ids: readonly string[]): Cell[] {
  const taken = new Set<number>();
  let last = 0;
  return cells.map((cell, i) => {
    const own = /^[1-9]\d{0,8}$/.test(ids[i]!) ? Number(ids[i]) : 0;
    const id = own > 0 && !taken.has(own) ? own : last + 1;
    taken.add(id);
    last = Math.max(last, id);
    return { id, ...cell };
  });
}
