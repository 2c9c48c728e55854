/** A compile error of a cell with its index in the source. */
export class CellError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
