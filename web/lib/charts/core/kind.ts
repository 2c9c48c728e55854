/** What a kind of chart is: pure functions of data, options, size and view. `chart.ts` makes elements of it. */
import type { Schema } from '../../checks/schema.js';
import type { EncodingSpec, Posenc } from '../../types/posenc.js';
import type { Matrix, PositionRange } from '../../types/values.js';
import type { Box, Scene, SceneNode } from './scene.js';
import type { Scale } from './scales.js';
import type { Ranges, SharedCursor } from './shared-cursor.js';
import type { Token, Theme } from './theme.js';

/** Options that every chart has. */
export interface ChartOptions {
  /** Stands over the picture, and begins what a screen reader says. */
  readonly title?: string | undefined;
  /** Names the chart for a screen reader where its title stands elsewhere; saved pictures have it as their title. */
  readonly label?: string | undefined;
  /** Pixels; as wide as its place when left out, and then it follows. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** `auto`, the default, follows the colour scheme of the page. */
  readonly theme?: Theme | 'auto' | undefined;
  /** Charts with the same object show the same place. */
  readonly cursor?: SharedCursor | undefined;
  /** Its buttons for files and the table of values: false for none, or those that it shall have. */
  readonly tools?: boolean | readonly Tool[] | undefined;
  /** Every step of a key chooses, as a click does; Enter alone when left out. */
  readonly stepsChoose?: boolean | undefined;
  /** Name of saved files, without extension. */
  readonly file?: string | undefined;
  /** For the code that embeds the chart elsewhere; without it, that holds its numbers. `update` adds to it. */
  readonly embed?: EmbedSource | undefined;
}
export interface EmbedSource {
  /** The encoding, or the config.json, of which `<posenc-chart>` draws the same. */
  readonly spec?: Readonly<Record<string, unknown>> | undefined;
  /** Of a heat map also a range. */
  readonly positions?: number | PositionRange | undefined;
  /**
   * The data of the chart as JSON, in which calls of the library may stand for numbers (docs/embed.md). The code then holds
   * this instead of the numbers that are shown.
   */
  readonly data?: unknown;
  /** Address of a page that shows this chart alone, for a frame. */
  readonly frame?: string | undefined;
}

export type Tool = 'values' | 'select' | 'png' | 'svg' | 'csv' | 'npy' | 'embed';

export interface AxisOptions {
  readonly title?: string | undefined;
  readonly log?: boolean | undefined;
  /** From and to; what the data need when left out. */
  readonly domain?: readonly [number, number] | undefined;
  /** The name under which a shared cursor knows this quantity; its title when left out. */
  readonly link?: string | undefined;
}

/** What the reader looks at: spans of the axes, angles, a position that moves. Undefined is all, or the beginning. */
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

/** A place of the chart in its own numbers: an item, a series and an item, a row and a column. */
export type Place = readonly number[];
/** Along the items and across them, in steps; `far` is a tenth of all. */
export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'farLeft' | 'farRight';

export interface Reading {
  /** Where it is. */
  readonly title: string;
  /** What is there. */
  readonly rows: readonly { readonly name: string; readonly value: string; readonly colour?: Token }[];
  /** Drawn over the picture. */
  readonly marks: readonly SceneNode[];
  /** The pixel that the tooltip points at. */
  readonly at: readonly [number, number];
  /** Half of what is read, in pixels, where it is more than a point. */
  readonly half?: readonly [number, number] | undefined;
  /** What a screen reader says; title and rows when left out. */
  readonly sentence?: string | undefined;
}

/** How places are found, walked through, read and told to other charts. */
export interface Places {
  /** The nearest place to a pixel. */
  near(x: number, y: number): Place | undefined;
  move(place: Place | undefined, move: Move): Place;
  read(place: Place): Reading;
  /** What a shared cursor is told: quantities by their names. */
  values(place: Place): Readonly<Record<string, number>>;
  /** The place that others mean; undefined: none of this chart. */
  from(values: Readonly<Record<string, number>>): Place | undefined;
  /** What is chosen: keys begin there while nothing is read. */
  readonly rest?: Place | undefined;
  /** Places in a row have a number each, which makes the chart a slider. */
  readonly slider?: { readonly count: number; index(place: Place): number };
}

/** An area with its scales, for zooming by brush, wheel, fingers and keys. */
export interface PlotArea {
  readonly area: Box;
  readonly x?: Scale | undefined;
  readonly y?: Scale | undefined;
  /** The narrowest span that is worth a look, in both axes. */
  readonly least?: number | undefined;
}

/** An axis along which a reader selects, by the name that other charts know it by. */
export interface SelectAxis {
  readonly name: string;
  readonly scale: Scale;
  /** Of items beside each other, which are selected whole: their numbers are 0, 1 … */
  readonly count?: number | undefined;
}
export interface Selects {
  readonly areas: readonly { readonly area: Box; readonly x?: SelectAxis; readonly y?: SelectAxis }[];
  /** Where a place lies on the axes; what it tells a shared cursor when left out. */
  readonly at?: (place: Place) => Readonly<Record<string, number>>;
  /** The part of the table of values that lies in the ranges. */
  readonly table: (ranges: Ranges) => Table;
}

export interface Picture extends Scene {
  readonly plots: readonly PlotArea[];
  readonly places?: Places | undefined;
  readonly selects?: Selects | undefined;
  /** A drag turns what is seen instead of zooming. */
  readonly turn?: ((view: View, dx: number, dy: number) => View) | undefined;
}

/** Columns of numbers or texts: the table of values, and the CSV file. */
export interface Table {
  /** The length of its columns; that of the longest when left out. */
  readonly rows?: number;
  readonly columns: readonly { readonly name: string; readonly values: ArrayLike<number | string> }[];
}
export interface SpecRequest {
  /** For `wavelength-bands` also a model's config.json. */
  readonly spec: EncodingSpec;
  readonly positions: number;
  /** In the place of so many from 0 on. */
  readonly range?: PositionRange | undefined;
}
export interface Thinned<Data, Options> {
  readonly data: Data;
  readonly options: Options;
  /** What was left out, as a sentence; empty: nothing. */
  readonly left: string;
}
/**
 * What a kind's data and options are beside their drawing: how they look as JSON, how fewer numbers show the same, and how
 * they are made of an encoding. It is a file beside the kind's own, since only a chart that is embedded needs it.
 */
export interface KindData<Data = unknown, Options = Readonly<Record<string, unknown>>> {
  readonly data: Schema<unknown>;
  readonly options: Schema<unknown>;
  /** Left out where data are named by the reader one by one, or are a few hundred numbers. */
  thin?(data: Data, options: Options): Partial<Thinned<Data, Options>> | undefined;
  /** Options whose functions are said as lists or rules. */
  named?(options: Options, data: Data): unknown;
  /** The data, and options that stand where none are given. */
  ofSpec(pe: Posenc, request: SpecRequest): Promise<readonly [data: Data, options?: Partial<Options>]>;
}

export interface Kind<Data, Options extends ChartOptions> {
  /** Its id in the list of `index.ts`, by which it is embedded; one without cannot be. */
  readonly id?: string;
  readonly json?: () => Promise<KindData>;
  /** Of files, and what a screen reader calls it: `line chart`. */
  readonly name: string;
  /** Throws a PosencError at what cannot be drawn. */
  check(data: Data, options: Options): void;
  height(data: Data, options: Options, width: number): number;
  draw(data: Data, options: Options, size: Size, view: View): Picture;
  /** Sentences on what is to be seen, without the title. */
  summary(data: Data, options: Options): string;
  table(data: Data, options: Options): Table;
  /** For a NumPy file. */
  numbers(data: Data, options: Options): Matrix;
  /** A position that moves the picture, by a slider and a button. */
  player?(data: Data, options: Options): Player | undefined;
}
export interface Player {
  readonly name: string;
  readonly link: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}
