/** A kind of chart: pure functions of data, options, size and view. `chart.ts` makes elements from it. */
import type { Schema } from '../../checks/schema.js';
import type { EncodingSpec, Posenc } from '../../types/posenc.js';
import type { Matrix, PositionRange } from '../../types/values.js';
import type { Box, Scene, SceneNode } from './scene.js';
import type { Scale } from './scales.js';
import type { Takes } from './shape.js';
import type { Ranges, SharedCursor } from './shared-cursor.js';
import type { Token, Theme } from './theme.js';

/** Options of every chart. */
export interface ChartOptions {
  /** Shown above the picture; also the first part of the accessible name. */
  readonly title?: string | undefined;
  /** Accessible name if the title is shown elsewhere; saved pictures use it as their title. */
  readonly label?: string | undefined;
  /** Width in pixels; by default the width of the container, also when it changes. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** `auto`, the default, follows the page's colour scheme. */
  readonly theme?: Theme | 'auto' | undefined;
  /** Charts with the same cursor object show the same place. */
  readonly cursor?: SharedCursor | undefined;
  /** Buttons for files and the table of values: false for none, or a list of buttons. */
  readonly tools?: boolean | readonly Tool[] | undefined;
  /** If true, every step by key chooses, as a click does; by default only Enter does. */
  readonly stepsChoose?: boolean | undefined;
  /** Name of saved files, without extension. */
  readonly file?: string | undefined;
  /** Source for the embedding code; by default the code contains the chart's data. `update` merges into it. */
  readonly embed?: EmbedSource | undefined;
}
export interface EmbedSource {
  /** An encoding or a config.json from which `<posenc-chart>` draws the same picture. */
  readonly spec?: Readonly<Record<string, unknown>> | undefined;
  /** For a heat map also a range. */
  readonly positions?: number | PositionRange | undefined;
  /**
   * The chart's data as JSON, in which library calls may replace values (docs/embed.md). The embedding code then
   * contains this instead of the displayed values.
   */
  readonly data?: unknown;
  /** URL of a page that shows only this chart, for an iframe. */
  readonly frame?: string | undefined;
}

export type Tool = 'values' | 'select' | 'png' | 'svg' | 'csv' | 'npy' | 'embed';

export interface AxisOptions {
  readonly title?: string | undefined;
  readonly log?: boolean | undefined;
  /** From and to; by default the extent of the data. */
  readonly domain?: readonly [number, number] | undefined;
  /** Name of this quantity for a shared cursor; by default its title. */
  readonly link?: string | undefined;
}

/** Options of an axis whose quantity and scale the chart decides. */
export type FixedAxisOptions = Pick<AxisOptions, 'title' | 'domain'>;

/** The current view: spans of the axes, angles, an animated position. undefined means everything, or the start. */
export interface View {
  readonly x?: readonly [number, number];
  readonly y?: readonly [number, number];
  /** Radians. */
  readonly yaw?: number;
  readonly pitch?: number;
  readonly at?: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place in the chart as indices: an item, a series and an item, a row and a column. */
export type Place = readonly number[];
/** Steps along the items and across them; `far` is a tenth of all. */
export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'farLeft' | 'farRight';

export interface Reading {
  /** Names the place. */
  readonly title: string;
  /** Values at the place. */
  readonly rows: readonly { readonly name: string; readonly value: string; readonly colour?: Token }[];
  /** Drawn over the picture. */
  readonly marks: readonly SceneNode[];
  /** The pixel that the tooltip points to. */
  readonly at: readonly [number, number];
  /** Half width and height in pixels, if it is larger than a point. */
  readonly half?: readonly [number, number] | undefined;
  /** Text for a screen reader; by default title and rows. */
  readonly sentence?: string | undefined;
}

/** Finds, steps through and reads places, and maps them to the quantities of a shared cursor. */
export interface Places {
  /** The nearest place to a pixel. */
  near(x: number, y: number): Place | undefined;
  move(place: Place | undefined, move: Move): Place;
  read(place: Place): Reading;
  /** Quantities by name, for a shared cursor. */
  values(place: Place): Readonly<Record<string, number>>;
  /** The place with these quantities; undefined if this chart has none. */
  from(values: Readonly<Record<string, number>>): Place | undefined;
  /** The chosen place, from which keys start if nothing is being read. */
  readonly rest?: Place | undefined;
  /** Index of a place in a row. If present, the chart has the slider role. */
  readonly slider?: { readonly count: number; index(place: Place): number };
}

/** An area with its scales, for zooming by brush, wheel, fingers and keys. */
export interface PlotArea {
  readonly area: Box;
  readonly x?: Scale | undefined;
  readonly y?: Scale | undefined;
  /** The narrowest useful span, in both axes. */
  readonly least?: number | undefined;
}

/** An axis along which ranges are selected, with the name that other charts use for it. */
export interface SelectAxis {
  readonly name: string;
  readonly scale: Scale;
  /** Number of items in a row that can only be selected whole; their values are 0, 1 … */
  readonly count?: number | undefined;
}
export interface Selects {
  readonly areas: readonly { readonly area: Box; readonly x?: SelectAxis; readonly y?: SelectAxis }[];
  /** Coordinates of a place on the axes; by default its quantities for a shared cursor. */
  readonly at?: (place: Place) => Readonly<Record<string, number>>;
  /** The part of the table of values inside the ranges. */
  readonly table: (ranges: Ranges) => Table;
}

export interface Picture extends Scene {
  readonly plots: readonly PlotArea[];
  readonly places?: Places | undefined;
  readonly selects?: Selects | undefined;
  /** If present, a drag rotates the view instead of zooming. */
  readonly turn?: ((view: View, dx: number, dy: number) => View) | undefined;
}

/** Columns of numbers or strings, for the table of values and the CSV file. */
export interface Table {
  /** Length of the columns; by default that of the longest. */
  readonly rows?: number;
  readonly columns: readonly { readonly name: string; readonly values: ArrayLike<number | string> }[];
}
export interface SpecRequest {
  /** For `wavelength-bands` also a model's config.json. */
  readonly spec: EncodingSpec;
  readonly positions: number;
  /** Positions to use instead of 0 … positions - 1. */
  readonly range?: PositionRange | undefined;
}
export interface Thinned<Data, Options> {
  readonly data: Data;
  readonly options: Options;
  /** A sentence about omitted data; empty if there are none. */
  readonly left: string;
}
/**
 * JSON support of a kind: its schemas, how to thin its data, and how to compute data from an encoding. It is in a
 * separate file, because only embedded charts need it.
 */
export interface KindData<Data = unknown, Options = Readonly<Record<string, unknown>>> {
  readonly data: Schema<unknown>;
  /** JSON of the smallest valid data, shown in errors. */
  readonly smallest: string;
  readonly options: Schema<unknown>;
  /** Absent if data are named one by one by the reader, or are only a few hundred numbers. */
  thin?(data: Data, options: Options): Partial<Thinned<Data, Options>> | undefined;
  /** Options with functions replaced by lists or rules. */
  named?(options: Options, data: Data): unknown;
  /** Returns the data, and default options. */
  ofSpec(pe: Posenc, request: SpecRequest): Promise<readonly [data: Data, options?: Partial<Options>]>;
}

export interface Kind<Data, Options extends ChartOptions> {
  /** Id in the list of `index.ts`, needed for embedding; charts without one cannot be embedded. */
  readonly id?: string;
  readonly json?: () => Promise<KindData>;
  /** Name for files and screen readers: `line chart`. */
  readonly name: string;
  readonly takes: Takes;
  /** Throws a PosencError for data that cannot be drawn; called for data and options as in `takes`. */
  check(data: Data, options: Options): void;
  height(data: Data, options: Options, width: number): number;
  draw(data: Data, options: Options, size: Size, view: View): Picture;
  /** Sentences that describe the picture, without the title. */
  summary(data: Data, options: Options): string;
  table(data: Data, options: Options): Table;
  /** Content of a NumPy file. */
  numbers(data: Data, options: Options): Matrix;
  /** A position that changes the picture, controlled by a slider and a button. */
  player?(data: Data, options: Options): Player | undefined;
}
export interface Player {
  readonly name: string;
  readonly link: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}
