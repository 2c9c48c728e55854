/**
 * Messages between the page and the sandbox that runs the cells: plain data in both directions. Incoming outputs must
 * be one of the kinds of Output; readOutput (outputs/read.ts) rejects the rest.
 */
import type { Compiled } from './compile-cell.js';

export const inspectedTypes = ['string', 'number', 'boolean', 'empty', 'function', 'object', 'list', 'error'] as const;
/** A value for the inspector; no object of the sandbox is kept. */
export interface InspectedValue {
  readonly type: (typeof inspectedTypes)[number];
  readonly text: string;
  readonly entries?: readonly (readonly [name: string, value: InspectedValue])[];
  /** Number of entries that are not listed. */
  readonly more?: number;
}

export type TableCell = string | number | boolean;
/** Data of a chart: no functions and no references. */
export type Plain =
  | string
  | number
  | boolean
  | undefined
  | Float64Array
  | Float32Array
  | readonly Plain[]
  | { readonly [name: string]: Plain };
interface InputOf<Kind extends string> {
  readonly input: Kind;
  readonly label: string;
}
export type InputSpec =
  | (InputOf<'range' | 'number' | 'play'> & {
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly value: number;
      /** Steps per second, for `play`. */
      readonly rate?: number | undefined;
    })
  /** The index of an option; for `checkbox` several. */
  | (InputOf<'select' | 'radio'> & { readonly options: readonly string[]; readonly value: number })
  | (InputOf<'checkbox'> & { readonly options: readonly string[]; readonly value: readonly number[] })
  | (InputOf<'text'> & { readonly placeholder: string; readonly value: string })
  /** #rrggbb */
  | (InputOf<'color'> & { readonly value: string })
  | (InputOf<'toggle'> & { readonly value: boolean })
  /** The number of presses. */
  | (InputOf<'button'> & { readonly value: number })
  | (InputOf<'matrix'> & { readonly rows: number; readonly cols: number; readonly value: readonly number[] })
  | (InputOf<'file'> & { readonly accept: string })
  /** Unset until the reader confirms the guess. */
  | (InputOf<'predict'> & { readonly min: number; readonly max: number; readonly step: number })
  | (InputOf<'predictOne'> & { readonly options: readonly string[] })
  /** A value at each of `xs`, which are ascending; `x` is their label. */
  | (InputOf<'predictCurve'> & {
      readonly xs: readonly number[];
      readonly x: string;
      readonly min: number;
      readonly max: number;
      readonly step: number;
    });
export interface FileValue {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}
/** Progress of a lab run, as reported to its cell. */
export interface RunNow {
  readonly step: number;
  readonly steps: number;
  readonly done: boolean;
  /** For each evaluation and split: the loss, and the accuracy if there are classes. */
  readonly records: readonly {
    readonly step: number;
    readonly splits: readonly {
      readonly split: string;
      readonly loss: number;
      readonly accuracy?: number | undefined;
    }[];
  }[];
}
/** Bitmap formats; a format that can contain text could be a document. */
export const pictureTypes: readonly unknown[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
export const viewNames = ['clocks', 'kernel', 'compare', 'labRun', 'figure'] as const;
export type ViewName = (typeof viewNames)[number];

/** The index of an option for a choice. */
export type InputValue = number | string | boolean | readonly number[] | FileValue;

/** The position of an output in a cell, for errors that only the page detects. */
export type Made = readonly [cell: number, line: number];

export const answerKinds = ['number', 'text', 'choice', 'code', 'order', 'point'] as const;
export type AnswerKind = (typeof answerKinds)[number];
/** Values at ascending places; `label` is the label of the places. */
export interface Curve {
  readonly xs: readonly number[];
  readonly values: readonly number[];
  readonly label: string;
}
export interface Verdict {
  readonly given: string;
  readonly passes: boolean;
  readonly reason: string;
}

export type Output =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'tex'; readonly text: string; readonly display: boolean }
  | { readonly kind: 'value'; readonly name: string; readonly value: InspectedValue }
  | {
      readonly kind: 'table';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly TableCell[])[];
      /** Rows of the whole table; `rows` may hold only the first. */
      readonly total: number;
    }
  /** A chart of posenc/charts by id; its data are numbers, strings and lists. */
  | {
      readonly kind: 'chart';
      readonly chart: string;
      readonly data: Plain;
      readonly options: Plain;
      /** Charts with the same serial share a cursor. */
      readonly cursor?: number;
      /** Half the width of the text, if there is room for two side by side. */
      readonly half?: true;
      readonly made?: Made;
    }
  /** A view of another page of the site, computed and drawn by the page. `index` counts with the inputs of its cell. */
  | {
      readonly kind: 'view';
      readonly view: ViewName;
      readonly of: Readonly<Record<string, Plain>>;
      readonly made?: Made;
      readonly index?: number | undefined;
    }
  | { readonly kind: 'image'; readonly bytes: Uint8Array; readonly type: string; readonly alt: string }
  | {
      readonly kind: 'check';
      readonly claim: string;
      readonly value: string;
      readonly expected: string;
      readonly passes: boolean;
    }
  /** The answer and its check stay in the sandbox. `index` counts the exercises of its cell. */
  | {
      readonly kind: 'exercise';
      readonly index: number;
      /** Key for the reader's progress. */
      readonly key: string;
      /** Markdown, as are hints and reason. */
      readonly question: string;
      readonly answer: AnswerKind;
      /** For 'order': the items as first shown. */
      readonly choices: readonly string[];
      /** For 'point': the curve to pick from. */
      readonly curve?: Curve | undefined;
      readonly hints: readonly string[];
      readonly verdict: Verdict | undefined;
    }
  /** `index` counts the inputs of its cell. */
  | {
      readonly kind: 'input';
      readonly index: number;
      readonly spec: InputSpec;
      readonly value: InputValue | undefined;
    };

/** Prefix of cell ids in fault messages; the page shows the current number instead (cell-numbers.ts). */
export const idMark = '\u2063';
export interface CellFault {
  readonly message: string;
  /** The name that another cell failed to define. */
  readonly of?: string;
  /** One-based, in the cell. */
  readonly line?: number;
  readonly column?: number;
}
/** The state of a cell: outputs by serial; an output without value is unchanged on the page. */
export interface Turn {
  readonly id: number;
  readonly state: 'running' | 'done' | 'failed';
  readonly fault?: CellFault;
  readonly progress?: number;
  readonly outputs: readonly (readonly [serial: number, output: Output | undefined])[];
}

import type { ModuleFile } from '../../lib/wasm/modules.js';

export type { ModuleFile };
export type ToSandbox =
  | { readonly type: 'define'; readonly cells: readonly Compiled[] }
  | { readonly type: 'remove'; readonly id: number }
  | { readonly type: 'input'; readonly id: number; readonly index: number; readonly value: InputValue | RunNow }
  /** Student number, from which `seeded` makes numbers; 0 before it is set. */
  | { readonly type: 'student'; readonly number: number }
  /** An answer to an exercise: number, text or code as typed, the index of a choice, or all indices of items. */
  | { readonly type: 'answer'; readonly id: number; readonly index: number; readonly given: string }
  | { readonly type: 'file'; readonly name: ModuleFile; readonly bytes: ArrayBuffer | undefined }
  | { readonly type: 'ping'; readonly count: number }
  | { readonly type: 'taken' };
export type FromSandbox =
  | { readonly type: 'ready' }
  | { readonly type: 'pong'; readonly count: number }
  /** A cell starts; without a later message it is the one that hangs. */
  | { readonly type: 'at'; readonly id: number }
  | { readonly type: 'ask'; readonly name: ModuleFile }
  | { readonly type: 'turns'; readonly turns: readonly Turn[] };

/** Limits of outputs, enforced on both sides. */
export const most = {
  outputs: 100,
  text: 20_000,
  rows: 1000,
  columns: 64,
  /** Total of a chart's lists. */
  numbers: 2_097_152,
  items: 1000,
  nested: 10,
  imageBytes: 4_194_304,
  entries: 50,
  depth: 4,
  shown: 1000,
  options: 200,
  rate: 30,
  matrix: 64,
  hints: 10,
  choices: 12,
  answer: 4096,
  label: 200,
  /** Places of a curve to draw. */
  drawn: 32,
  /** Values of a curve to pick from. */
  pointed: 512,
} as const;
