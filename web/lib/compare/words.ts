/**
 * What a comparison is about, apart from its work, which is loaded when it is asked for.
 */
/** Differences up to this count as none. */
export const defaultTolerance = 1e-12;

/** What rows and columns of the two matrices are called. */
export interface Words {
  readonly row: string;
  readonly column: string;
}
export const tableWords: Words = { row: 'position', column: 'channel' };
