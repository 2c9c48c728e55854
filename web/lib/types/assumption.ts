/** A file whose class is not known here: what is told of it follows a rule that may not be its own. */
export interface Assumption {
  readonly assumed?: true;
  /** The sentence that says so, and what the file was read as. */
  readonly assumption?: string;
}
