/**
 * Notebook files in the open HTML format of Observable's Notebook Kit (its docs/kit.html and src/lib/serialize.ts), one
 * `<script>` per cell. Files are untrusted: our own linear-time scanner reads them as data, and no part becomes markup.
 * Cells in other languages are kept and do not run.
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
  /** Its value is not displayed. */
  readonly hidden: boolean;
}
export interface Notebook {
  readonly title: string;
  readonly cells: readonly Cell[];
}

/** Limits of the reader, so that no file blocks the page. */
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
 * Serialises a notebook deterministically: readers trust its hash.
 * @param packs true for cells whose text is encoded, such as answers
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

/** Encodes a text so that it is not readable at a glance. */
const packed = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
function unpacked(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  } catch {
    throw new NotebookError('a cell is marked as packed, and cannot be unpacked');
  }
}

/** Untrusted names in sentences of the page, without control and bidi characters. */
export const legible = (text: string): string =>
  text.replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '');

/** End of the element's text: only its own closing tag ends it, as in HTML. */
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

/** Decodes only the entities that `writeNotebook` writes. */
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

/** Replaces missing, invalid and duplicate ids by the next free one. */
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
