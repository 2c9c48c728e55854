/** Changes of a cell's source that keep its lines, and where what is told of the changed text stands in the cell's own. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
/** Where in a line of the changed text one stands, and how many columns it has more than what it replaced. */
export type Move = readonly [line: number, column: number, length: number, more: number];

/** @param edits none of which overlap */
export function edited(source: string, edits: readonly Edit[]): { readonly text: string; readonly moves: Move[] } {
  const moves: Move[] = [];
  let text = '';
  let at = 0;
  for (const { from, to, text: by } of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    text += source.slice(at, from);
    // as many lines as before
    const lines = '\n'.repeat(source.slice(from, to).split('\n').length - 1);
    const begin = text.lastIndexOf('\n') + 1;
    if (lines === '')
      moves.push([text.split('\n').length, text.length - begin + 1, by.length, by.length - (to - from)]);
    text += by + lines;
    at = to;
  }
  return { text: text + source.slice(at), moves };
}

/** The column in the cell of one in the changed text. */
export function columnBefore(moves: readonly Move[], line: number, column: number): number {
  let moved = 0;
  for (const [of, from, length, more] of moves) {
    if (of !== line || from > column) continue;
    if (column < from + length) return from - moved;
    moved += more;
  }
  return column - moved;
}
