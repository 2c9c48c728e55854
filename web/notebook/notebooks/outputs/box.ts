/** The input of an exercise. */
export interface Box {
  readonly element: HTMLElement;
  /** Empty if there is no answer yet. */
  given(): string;
}
