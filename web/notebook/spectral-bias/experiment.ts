/**
 * One experiment of the library: what it predicts is computed when it is seen, what it measures when a button is
 * pressed, beside which stands how long that takes.
 */
import { computed, effect } from '@preact/signals-core';
import {
  analyses,
  type AnalysisId,
  type AnalysisInputs,
  type AnalysisResults,
  type AnalysisSpec,
  type Matrix,
} from 'posenc';
import { derived } from '../../lib/charts/core/origin.js';
import { analysisTexts } from '../documented/analyses.js';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import { keyOf } from '../widgets/key.js';
import { type ParamValues, paramForm } from '../widgets/param-form.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { tex } from '../widgets/tex.js';
import { type Context, updateParams } from './context.js';
import { looked } from './figures.js';
import { durationOf, paced } from './pace.js';

export interface ExperimentOptions<Id extends AnalysisId> {
  readonly id: Id;
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
  readonly show: (results: AnalysisResults[Id], measured: boolean, values: Values) => void;
}
/** Numbers and lists of the parameters, defaults included. */
export interface Values {
  number(name: string): number;
  list(name: string): readonly number[] | undefined;
}

export function mountExperiment<Id extends AnalysisId>(
  root: HTMLElement,
  ctx: Context,
  options: ExperimentOptions<Id>,
): void {
  const { pe, state } = ctx;
  const { id } = options;
  const info = analyses.find((row) => row.id === id);
  if (info === undefined) throw new Error(`the registry has no ${id}`);
  const formOf = (inFront: boolean) =>
    paramForm(
      analysisTexts,
      info.params.filter(({ name }) => options.front.includes(name) === inFront),
      (name, value, final) => updateParams(ctx, id, { [name]: value }, final),
    );
  const [front, others] = [formOf(true), formOf(false)];
  const given = computed((): ParamValues => ({ ...options.start, ...state.value.params[id] }));
  const read = (values: ParamValues): Values => ({
    number: (name) => Number(values[name] ?? info.params.find((param) => param.name === name)?.initial),
    list: (name) => values[name] as readonly number[] | undefined,
  });
  const folded = html`<details class="settings">
    <summary>More settings</summary>
    ${others.element}
  </details>` as HTMLDetailsElement;
  fill(
    root.querySelector('.experiment')!,
    html`<div class="toolbar">
      <button type="button" class="primary" onclick=${() => compute(true)}>
        ${() => options.verb(read(given.value))}
      </button>
      <span class="duration">${() => durationOf(options.cost(read(given.value)))}</span>
    </div>`,
    front.element,
    folded,
  );
  const [source, remark] = [analysisTexts.citationOf(info), analysisTexts.noteOf(info)];
  // Folded away, it asks for no font of mathematics.
  root.append(
    html`<details class="settings">
      <summary>Formula and source</summary>
      ${tex(analysisTexts.formulaOf(info), { display: true })}
      <p class="citation">${source && sourceLinks(source)} ${rich(remark ?? '') as Node[]}</p>
    </details>`,
  );
  const work = task({
    at: root.querySelector('.lab-body')!,
    doing: 'Computing',
    fail(failure) {
      for (const form of [front, others]) form.clearErrors();
      if (failure === undefined) return true;
      delete root.dataset['computed'];
      const shown = others.setError(failure.field, failure.message);
      folded.open ||= shown;
      return !shown && !front.setError(failure.field, failure.message);
    },
  });
  effect(() => [front, others].forEach((form) => form.set(given.value)));
  const seen = looked(root);
  const key = computed(() => keyOf(given.value));
  effect(() => void (key.value && seen.value && compute(false)));

  function compute(measured: boolean): void {
    const [values, ofKey, began] = [given.peek(), key.peek(), performance.now()];
    const asked = { ...(options.withDefaults?.(values) ?? values), ...(measured ? {} : options.predictOnly) };
    const spec = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    work.run(
      (signal, onProgress) =>
        pe.analyse({ ...spec, analysis: id } as AnalysisSpec & { readonly analysis: Id }, {} as AnalysisInputs[Id], {
          signal,
          onProgress,
        }),
      (results) => {
        if (measured) paced(options.cost(read(values)), performance.now() - began);
        root.dataset['computed'] = ofKey;
        root.dataset['measured'] = String(measured);
        options.show(results, measured, read(values));
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
