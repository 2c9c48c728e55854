/** The words and tolerance of a comparison. Separate from its code, which is loaded on demand. */
/** Largest difference that counts as none. */
export const defaultTolerance = 1e-12;

/** Names of the rows and columns of the two matrices. */
export interface Words {
  readonly row: string;
  readonly column: string;
}
export const tableWords: Words = { row: 'position', column: 'channel' };
