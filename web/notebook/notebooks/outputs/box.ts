/** Where a reader answers an exercise. */
export interface Box {
  readonly element: HTMLElement;
  /** Empty where there is no answer yet. */
  given(): string;
}
