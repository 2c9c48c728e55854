/**
 * `Views`: what the pages of this site show of an encoding, as a value of a cell. A cell names a view and says of what it
 * is; the page computes and draws it (views/). A run of the lab tells its cell how far it is: `view(Views.labRun(…))`.
 */
import { type Output, type Plain, type RunNow, type ViewName } from '../protocol.js';
import { ReadyOutput, madeHere, plain } from './charts.js';

export class View extends ReadyOutput {
  /** Shown by `view`, which gives what the page tells of it. */
  told(index: number): Output {
    return { ...this.output, index } as Output;
  }
}

const make = (view: ViewName, of: object): View =>
  new View({ kind: 'view', view, of: plain(of, view) as Readonly<Record<string, Plain>>, ...madeHere() });

const record = (value: unknown, name: string): object => {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} is an object`);
  return value;
};
const spec = (value: unknown): object => record(value, 'a spec');

export const Views = Object.freeze({
  clocks: (of: unknown, options: object = {}): View => make('clocks', { ...options, spec: spec(of) }),
  kernel: (of: unknown, options: object = {}): View => make('kernel', { ...options, spec: spec(of) }),
  compare: (a: unknown, b: unknown, options: object = {}): View =>
    make('compare', { ...options, a: spec(a), b: spec(b) }),
  labRun: (experiment: unknown): View => make('labRun', { experiment: record(experiment, 'an experiment') }),
} satisfies Readonly<Record<ViewName, unknown>>);

/** Of a run that has not begun. */
export const unbegun: RunNow = { step: 0, steps: 0, done: false, records: [] };
