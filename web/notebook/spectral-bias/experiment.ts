/**
 * One experiment of the library: what it predicts is computed when it is seen, what it measures when a button is
 * pressed that says how long that takes.
 */
import { derived } from '../../lib/charts/core/origin.js';
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisId, AnalysisInputs, AnalysisResults, AnalysisSpec, Matrix } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import type { ParamValues } from '../widgets/param-form.js';
import { paramForm } from '../widgets/param-form.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { tex } from '../widgets/tex.js';
import { whenSeen } from '../widgets/when-seen.js';
import type { Context } from './context.js';
import { updateParams } from './context.js';
import { durationOf, paced } from './pace.js';
import { analysisTexts } from '../documented/analyses.js';

export interface ExperimentOptions<Id extends AnalysisId> {
  readonly id: Id;
  readonly title: string;
  readonly purpose: string;
  /** Parameters that stand in front; the others are folded away. */
  readonly front: readonly string[];
  /** Where the page starts otherwise than the registry. */
  readonly start?: ParamValues;
  /** Parameters that follow from others where the reader gave none. */
  readonly withDefaults?: (values: ParamValues) => ParamValues;
  /** What makes it the prediction alone. */
  readonly predictOnly: ParamValues;
  /** Multiplications of the whole, and what the button says. */
  readonly cost: (values: Values) => number;
  readonly verb: (values: Values) => string;
  readonly body: HTMLElement;
  readonly show: (results: AnalysisResults[Id], measured: boolean, values: Values) => void;
}
/** Numbers and lists of the parameters, defaults included. */
export interface Values {
  number(name: string): number;
  list(name: string): readonly number[] | undefined;
}

const once = whenSeen();

export function mountExperiment<Id extends AnalysisId>(
  root: HTMLElement,
  ctx: Context,
  options: ExperimentOptions<Id>,
): void {
  const { pe, state } = ctx;
  const { id, body } = options;
  const info = pe.analyses.find((row) => row.id === id);
  if (info === undefined) throw new Error(`the registry has no ${id}`);
  const set = (name: string, value: ParamValues[string], final: boolean): void =>
    updateParams(ctx, id, { [name]: value }, final);
  const inFront = info.params.filter(({ name }) => options.front.includes(name));
  const others = info.params.filter(({ name }) => !options.front.includes(name));
  const forms = [paramForm(analysisTexts, inFront, set), paramForm(analysisTexts, others, set)];
  const folded = h('details', { class: 'settings' }, h('summary', {}, 'More settings'), forms[1]?.element);
  const work = job('Computing');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const run = h('button', { type: 'button', class: 'primary', on: { click: () => compute(true) } });
  body.classList.add('lab-body');
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: `${root.id}-title` }, options.title),
      h('p', { class: 'purpose' }, ...rich(options.purpose)),
    ),
    tex(analysisTexts.formulaOf(info), { display: true }),
    h(
      'div',
      { class: 'beside' },
      h('div', { class: 'experiment' }, forms[0]?.element, folded, h('div', { class: 'toolbar' }, run)),
      h('div', { class: 'lab' }, work.element, fault, body),
    ),
    h(
      'p',
      { class: 'citation' },
      ...(analysisTexts.citationOf(info) ? [sourceLinks(analysisTexts.citationOf(info))] : []),
      ...(analysisTexts.noteOf(info) ? [' ', ...rich(analysisTexts.noteOf(info) ?? '')] : []),
    ),
  );

  const given = computed((): ParamValues => ({ ...options.start, ...state.value.params[id] }));
  const key = computed(() => keyOf(given.value));
  const read = (values: ParamValues): Values => ({
    number: (name) => Number(values[name] ?? info.params.find((param) => param.name === name)?.initial),
    list: (name) => values[name] as readonly number[] | undefined,
  });
  effect(() => {
    for (const form of forms) form.set(given.value);
    const values = read(given.value);
    fill(run, `${options.verb(values)} (${durationOf(options.cost(values))})`);
  });
  const seen = signal(false);
  once.watch(root, () => {
    seen.value = true;
    return Promise.resolve();
  });
  effect(() => {
    key.value;
    if (seen.value) compute(false);
  });

  function compute(measured: boolean): void {
    const values = given.peek();
    const ofKey = key.peek();
    const began = performance.now();
    const whole = options.withDefaults?.(values) ?? values;
    const spec = Object.fromEntries(
      Object.entries({ ...whole, ...(measured ? {} : options.predictOnly) }).filter(([, value]) => value !== undefined),
    );
    work.run(
      (abort, onProgress) =>
        pe.analyse({ ...spec, analysis: id } as AnalysisSpec & { readonly analysis: Id }, {} as AnalysisInputs[Id], {
          signal: abort,
          onProgress,
        }),
      (results) => {
        if (measured) paced(options.cost(read(values)), performance.now() - began);
        for (const form of forms) form.clearErrors();
        fault.hidden = true;
        body.classList.remove('stale');
        root.dataset['computed'] = ofKey;
        root.dataset['measured'] = String(measured);
        options.show(results, measured, read(values));
      },
      (error) => {
        const failure = failureOf(error);
        body.classList.add('stale');
        delete root.dataset['computed'];
        for (const form of forms) form.clearErrors();
        if (forms[0]?.setError(failure.field, failure.message) === true) return;
        if (forms[1]?.setError(failure.field, failure.message) === true) {
          folded.open = true;
          return;
        }
        fault.hidden = false;
        fill(fault, failure.message);
      },
    );
  }
}

type Numbers = Matrix<Float64Array>;
export const rowOf = (matrix: Numbers, row: number): Float64Array => derived('row', matrix, row) as Float64Array;
export const column = (matrix: Numbers, col: number): Float64Array => derived('column', matrix, col);
/** The item of an ascending list that is nearest to a value, by ratio where all are positive; undefined without a value. */
export function nearest(list: ArrayLike<number>, value: number | undefined, byRatio = false): number | undefined {
  if (value === undefined || list.length === 0) return undefined;
  const away = (x: number): number => (byRatio ? Math.abs(Math.log(x / value)) : Math.abs(x - value));
  let best = 0;
  for (let i = 1; i < list.length; i++) if (away(list[i]!) < away(list[best]!)) best = i;
  return best;
}
