/** What the element of a chart can do. */
import type { ChartOptions, View } from './kind.js';
import type { Theme } from './theme.js';

/**
 * Tells of itself by events: `read` (detail: the quantities under the cursor, or undefined), `choose` (a click or Enter;
 * detail: the same), `view` (zoomed or turned; detail: the view).
 */
export interface ChartElement<Data = unknown, Options = ChartOptions> extends HTMLElement {
  /**
   * Draws other data, or the same with other options; what is left out stays. View and cursor stay, too. Numbers that
   * have changed come in a new array: what a chart found out about an array it keeps.
   */
  update(data?: Data, options?: Options): void;
  /** What the reader looks at; without an argument, all. */
  look(view?: View): void;
  readonly view: View;
  /** The text of a file that needs no style sheet, as the chart stands. */
  toSVG(theme?: Theme): string;
  toPNG(scale?: number, theme?: Theme): Promise<Blob>;
  toCSV(): string;
  toNPY(): Promise<Uint8Array>;
  /** Lets go of what lies outside the element; it stays as it was drawn last. */
  destroy(): void;
}
