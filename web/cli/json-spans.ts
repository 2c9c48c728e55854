/**
 * Spans of the keys and values of a JSON text by JSON path (`rope_scaling.factor`, `layers[2].a`). The text must have
 * been accepted by parseJson.
 */
export interface Span {
  /** Offset of the key, or of the value in a list. */
  readonly begin: number;
  readonly valueBegin: number;
  /** Offset after the value. */
  readonly end: number;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

interface Open {
  readonly path: string;
  readonly begin: number;
  readonly keyBegin: number;
  readonly list: boolean;
  key: string;
  keyAt: number;
  index: number;
}

export function jsonSpans(text: string): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  const open: Open[] = [];
  let isKey = false;
  for (const { 0: piece, index: at } of text.matchAll(token)) {
    const inner = open.at(-1);
    const here = inner === undefined ? '' : pathIn(inner);
    const keyBegin = inner === undefined || inner.list ? at : inner.keyAt;
    if (piece === '{' || piece === '[') {
      open.push({ path: here, begin: at, keyBegin, list: piece === '[', key: '', keyAt: 0, index: 0 });
      isKey = piece === '{';
    } else if (piece === '}' || piece === ']') {
      const { path, begin, keyBegin: from } = open.pop()!;
      spans.set(path, { begin: from, valueBegin: begin, end: at + 1 });
      isKey = false;
    } else if (piece === ',') {
      if (inner?.list) inner.index++;
      isKey = inner?.list === false;
    } else if (piece === ':') {
      isKey = false;
    } else if (isKey && inner) {
      inner.key = JSON.parse(piece) as string;
      inner.keyAt = at;
    } else {
      spans.set(here, { begin: keyBegin, valueBegin: at, end: at + piece.length });
    }
  }
  return spans;
}

function pathIn({ path, list, key, index }: Open): string {
  if (list) return `${path}[${index}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Counted from 1, as in editors. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

export function lineColumnAt(text: string, offset: number): LineColumn {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
