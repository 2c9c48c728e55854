/** What the element of a chart can do. */
import type { ChartOptions, Place, View } from './kind.js';
import type { CursorValues, Ranges } from './shared-cursor.js';
import type { Theme } from './theme.js';

/**
 * Tells of itself by events: `read` (detail: the quantities under the cursor, or undefined), `choose` (a click or Enter;
 * detail: the same), `view` (zoomed or turned; detail: the view), `chart-select` (detail: a `Selection`, or undefined when
 * it was cleared), which goes up through shadow roots.
 */
export interface ChartElement<Data = unknown, Options = ChartOptions> extends HTMLElement {
  /**
   * Draws other data, or the same with other options; what is left out stays. View and cursor stay, too. An array may
   * hold other numbers than before: of data that are given nothing is remembered, of data that are left out everything.
   */
  update(data?: Data, options?: Options): void;
  /** What the reader looks at; without an argument, all. */
  look(view?: View): void;
  /** Closer by this factor, about what is read or the middle; below one further away. */
  zoomBy(factor: number): void;
  /** Reads the place of these quantities, as `read` tells them, and brings it into view. */
  goTo(values: CursorValues): void;
  readonly view: View;
  /** What is read, in the chart's own numbers: an item, a row and a column. */
  readonly place: Place | undefined;
  /** Selects spans of its axes by their names, as a reader does; without an argument, nothing. */
  select(ranges?: Ranges): void;
  readonly selection: Ranges | undefined;
  /** The text of a file that needs no style sheet, as the chart stands. */
  toSVG(theme?: Theme): string;
  toPNG(scale?: number, theme?: Theme): Promise<Blob>;
  toCSV(): string;
  toNPY(): Promise<Uint8Array>;
  /** Lets go of what lies outside the element; it stays as it was drawn last. */
  destroy(): void;
}
