/** Marks results for a file whose class is not known here. They follow a general rule. */
export interface Assumption {
  readonly assumed?: true;
  /** A sentence that says so, and how the file was read. */
  readonly assumption?: string;
}
