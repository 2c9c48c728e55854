/** The interface of a chart's element. */
import type { ChartOptions, Place, View } from './kind.js';
import type { CursorValues, Ranges } from './shared-cursor.js';
import type { Theme } from './theme.js';

/**
 * Dispatches events: `read` (detail: the quantities under the cursor, or undefined), `choose` (click or Enter; same
 * detail), `view` (zoom or rotation; detail: the view) and `chart-select` (detail: a `Selection`, or undefined when
 * cleared). `chart-select` bubbles through shadow roots.
 */
export interface ChartElement<Data = unknown, Options = ChartOptions> extends HTMLElement {
  /**
   * Redraws with new data or options; omitted arguments, the view and the cursor are kept. Arrays may have been changed
   * in place: passing data clears everything cached for it, omitting it clears nothing.
   */
  update(data?: Data, options?: Options): void;
  /** Sets the view; without an argument, shows everything. */
  look(view?: View): void;
  /** Zooms in by this factor around the cursor or the centre; a factor below 1 zooms out. */
  zoomBy(factor: number): void;
  /** Moves the cursor to these quantities (as in `read`) and brings it into view. */
  goTo(values: CursorValues): void;
  readonly view: View;
  /** The cursor's place as indices: an item, a row and a column. */
  readonly place: Place | undefined;
  /** Selects ranges of the axes by their names; without an argument, clears the selection. */
  select(ranges?: Ranges): void;
  readonly selection: Ranges | undefined;
  /** A self-contained SVG file of the current state. */
  toSVG(theme?: Theme): string;
  toPNG(scale?: number, theme?: Theme): Promise<Blob>;
  toCSV(): string;
  toNPY(): Promise<Uint8Array>;
  /** Removes listeners outside of the element, which keeps its last picture. */
  destroy(): void;
}
