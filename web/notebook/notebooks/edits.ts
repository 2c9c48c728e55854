/** Edits of a cell's source that keep its lines, and the mapping of columns back to the cell. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
/** Position in the changed text, length of the insertion, and number of columns added. */
export type Move = readonly [line: number, column: number, length: number, more: number];

/** @param edits must not overlap */
export function edited(source: string, edits: readonly Edit[]): { readonly text: string; readonly moves: Move[] } {
  const moves: Move[] = [];
  let text = '';
  let at = 0;
  for (const { from, to, text: by } of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    text += source.slice(at, from);
    // keeps the number of lines
    const lines = '\n'.repeat(source.slice(from, to).split('\n').length - 1);
    const begin = text.lastIndexOf('\n') + 1;
    if (lines === '')
      moves.push([text.split('\n').length, text.length - begin + 1, by.length, by.length - (to - from)]);
    text += by + lines;
    at = to;
  }
  return { text: text + source.slice(at), moves };
}

/** Maps a column of the changed text to the cell. */
export function columnBefore(moves: readonly Move[], line: number, column: number): number {
  let moved = 0;
  for (const [of, from, length, more] of moves) {
    if (of !== line || from > column) continue;
    if (column < from + length) return from - moved;
    moved += more;
  }
  return column - moved;
}
