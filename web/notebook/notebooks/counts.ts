/** Counts of a lesson's bar: checks, exercises, and cells that failed or run. */
export interface Counts {
  readonly checks: number;
  readonly hold: number;
  /** Number of exercises. */
  readonly posed: number;
  readonly solved: number;
  readonly failed: number;
  readonly running: number;
  /** The outputs are the recorded ones. */
  readonly recorded: boolean;
}

export const failedCells = '.nb-cell[data-state=failed]';

export function countsOf(cells: Element, recorded: boolean): Counts {
  const count = (selector: string): number => cells.querySelectorAll(selector).length;
  return {
    checks: count('.nb-check'),
    hold: count('.nb-check[data-passes=true]'),
    posed: count('.nb-exercise'),
    solved: count('.nb-exercise[data-solved=true]'),
    failed: count(failedCells),
    running: count('.nb-cell[data-state=running]'),
    recorded,
  };
}
