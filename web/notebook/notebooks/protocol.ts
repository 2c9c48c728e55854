/**
 * What crosses between the page and the sandbox in which cells run: plain data in both directions. What comes out is
 * one of the kinds of Output and nothing else; readOutput (outputs/read.ts) refuses the rest.
 */
import type { Compiled } from './compile-cell.js';

export const inspectedTypes = ['string', 'number', 'boolean', 'empty', 'function', 'object', 'list', 'error'] as const;
/** A value as the inspector shows it: no object of the sandbox is kept. */
export interface InspectedValue {
  readonly type: (typeof inspectedTypes)[number];
  readonly text: string;
  readonly entries?: readonly (readonly [name: string, value: InspectedValue])[];
  /** How many entries are not listed. */
  readonly more?: number;
}

export type TableCell = string | number | boolean;
/** Data of a chart: no functions, nothing that refers to anything. */
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
      /** Of play: steps a second. */
      readonly rate?: number | undefined;
    })
  /** The index of an option; of `checkbox` those of several. */
  | (InputOf<'select' | 'radio'> & { readonly options: readonly string[]; readonly value: number })
  | (InputOf<'checkbox'> & { readonly options: readonly string[]; readonly value: readonly number[] })
  | (InputOf<'text'> & { readonly placeholder: string; readonly value: string })
  /** #rrggbb */
  | (InputOf<'color'> & { readonly value: string })
  | (InputOf<'toggle'> & { readonly value: boolean })
  /** How often it was pressed. */
  | (InputOf<'button'> & { readonly value: number })
  | (InputOf<'matrix'> & { readonly rows: number; readonly cols: number; readonly value: readonly number[] })
  | (InputOf<'file'> & { readonly accept: string })
  /** Not set until the reader is bound to it. */
  | (InputOf<'predict'> & { readonly min: number; readonly max: number; readonly step: number })
  | (InputOf<'predictOne'> & { readonly options: readonly string[] })
  /** A value at each of `xs`, which are in ascending order; `x` says what they are. */
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
/** How far a run of the lab is, as its cell is told. */
export interface RunNow {
  readonly step: number;
  readonly steps: number;
  readonly done: boolean;
  /** Of each evaluation by split: the loss, and the share of right answers where there are classes. */
  readonly records: readonly {
    readonly step: number;
    readonly splits: readonly {
      readonly split: string;
      readonly loss: number;
      readonly accuracy?: number | undefined;
    }[];
  }[];
}
/** Pictures of pixels; one with text in it could be a document. */
export const pictureTypes: readonly unknown[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
export const viewNames = ['clocks', 'kernel', 'compare', 'labRun'] as const;
export type ViewName = (typeof viewNames)[number];

/** Of a choice: the index of an option. */
export type InputValue = number | string | boolean | readonly number[] | FileValue;

/** Where a cell made what only the page can refuse. */
export type Made = readonly [cell: number, line: number];

export const answerKinds = ['number', 'text', 'choice', 'code', 'order', 'point'] as const;
export type AnswerKind = (typeof answerKinds)[number];
/** Values at places in ascending order; `label` says what the places are. */
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
      /** Of the whole table, of which `rows` may be the first. */
      readonly total: number;
    }
  /** One of posenc/charts, by its id; numbers, texts and lists of them. */
  | {
      readonly kind: 'chart';
      readonly chart: string;
      readonly data: Plain;
      readonly options: Plain;
      /** Charts with the same one show the same place. */
      readonly cursor?: number;
      /** As wide as half of the text, where there is room: two stand side by side. */
      readonly half?: true;
      readonly made?: Made;
    }
  /** What a page of the site shows, of what: the page computes and draws it. `index` counts with the inputs of its cell. */
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
  /** The answer and what checks it stay in the sandbox. `index` counts the exercises of its cell. */
  | {
      readonly kind: 'exercise';
      readonly index: number;
      /** Names it for the reader's progress. */
      readonly key: string;
      /** Markdown, as are the hints and the reason. */
      readonly question: string;
      readonly answer: AnswerKind;
      /** Of 'order': the items as they are shown first. */
      readonly choices: readonly string[];
      /** Of 'point': where the reader points at a place. */
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

/** Before the id of a cell in what is said of a fault: shown is the number that the cell has then (cell-numbers.ts). */
export const idMark = '\u2063';
export interface CellFault {
  readonly message: string;
  /** The name that it waits for, which another cell could not give. */
  readonly of?: string;
  /** One-based, in the cell. */
  readonly line?: number;
  readonly column?: number;
}
/** A cell as it stands: outputs by their number, of which the page has those that come without a value. */
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
  /** From which `seeded` makes numbers; 0 before it is set. */
  | { readonly type: 'student'; readonly number: number }
  /** What a reader answers to an exercise: a number, a text or code as it was typed, or the index of a choice, of items all. */
  | { readonly type: 'answer'; readonly id: number; readonly index: number; readonly given: string }
  | { readonly type: 'file'; readonly name: ModuleFile; readonly bytes: ArrayBuffer | undefined }
  | { readonly type: 'ping'; readonly count: number }
  | { readonly type: 'taken' };
export type FromSandbox =
  | { readonly type: 'ready' }
  | { readonly type: 'pong'; readonly count: number }
  /** A cell begins: where there is no word after this one, it is the cell that does not answer. */
  | { readonly type: 'at'; readonly id: number }
  | { readonly type: 'ask'; readonly name: ModuleFile }
  | { readonly type: 'turns'; readonly turns: readonly Turn[] };

/** Bounds of what is shown, held on both sides. */
export const most = {
  outputs: 100,
  text: 20_000,
  rows: 1000,
  columns: 64,
  /** Of a chart, in all of its lists. */
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
  /** Places of a curve that a reader draws. */
  drawn: 32,
  /** Values of a curve at which one points. */
  pointed: 512,
} as const;
