/**
 * `Views`: figures of the other pages as values of a cell. A cell names a view and its subject; the page computes and
 * draws it (views/). A lab run reports its progress to the cell: `view(Views.labRun(…))`.
 */
import { type Output, type Plain, type RunNow, type ViewName } from '../protocol.js';
import { ReadyOutput, madeHere, plain } from './charts.js';

export class View extends ReadyOutput {
  /** Used by `view`, which returns the state reported by the page. */
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
const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('a figure has a name');
  return value;
};
const spec = (value: unknown): object => record(value, 'a spec');

export const Views = Object.freeze({
  clocks: (of: unknown, options: object = {}): View => make('clocks', { ...options, spec: spec(of) }),
  kernel: (of: unknown, options: object = {}): View => make('kernel', { ...options, spec: spec(of) }),
  compare: (a: unknown, b: unknown, options: object = {}): View =>
    make('compare', { ...options, a: spec(a), b: spec(b) }),
  figure: (name: unknown, options: object = {}): View => make('figure', { ...options, name: text(name) }),
  labRun: (experiment: unknown): View => make('labRun', { experiment: record(experiment, 'an experiment') }),
} satisfies Readonly<Record<ViewName, unknown>>);

/** State of a run that has not started. */
export const unbegun: RunNow = { step: 0, steps: 0, done: false, records: [] };
