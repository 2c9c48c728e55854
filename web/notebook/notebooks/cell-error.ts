/** What is wrong with a cell that cannot be compiled, and where in it. */
export class CellError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}
