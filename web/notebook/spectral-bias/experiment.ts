/**
 * One experiment: the prediction is computed when it becomes visible, the measurement on a button press, with the
 * estimated duration next to it.
 */
import { computed, effect } from '@preact/signals-core';
import { analyses, type AnalysisId, type AnalysisInputs, type AnalysisResults, type Matrix } from 'posenc';
import { stepped } from '../calls.js';
import { analysisTexts } from '../documented/analyses.js';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import type { Computation } from '../kit/job.js';
import { keyOf } from '../key.js';
import { paramForm } from '../widgets/param-form.js';
import type { ParamValues } from '../state.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { tex } from '../widgets/tex.js';
import { type Asked, specOf } from './asked.js';
import { type Context, updateParams } from './context.js';
import { looked } from './figures.js';
import { durationOf, paced } from './pace.js';
import type { Recorded } from './recorded.js';

export interface ExperimentOptions<
  Id extends AnalysisId,
  Shown extends keyof AnalysisResults[Id] = keyof AnalysisResults[Id],
> extends Asked<Id, Shown> {
  /** Parameters that are always visible; the others are folded away. */
  readonly front: readonly string[];
  /** The prediction for the initial parameters, available without modules. */
  readonly recorded?: Recorded<Pick<AnalysisResults[Id], Shown>>;
  /** Total number of multiplications. */
  readonly cost: (values: Values) => number;
  readonly verb: (values: Values) => string;
  /** @param trained undefined for a prediction alone */
  readonly show: (
    results: Pick<AnalysisResults[Id], Shown>,
    trained: AnalysisResults[Id] | undefined,
    values: Values,
  ) => void;
}
/** Numbers and lists of the parameters, defaults included. */
export interface Values {
  number(name: string): number;
  list(name: string): readonly number[] | undefined;
}

export function mountExperiment<Id extends AnalysisId, Shown extends keyof AnalysisResults[Id]>(
  root: HTMLElement,
  ctx: Context,
  options: ExperimentOptions<Id, Shown>,
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
      <span class="duration aside">${() => durationOf(options.cost(read(given.value)))}</span>
    </div>`,
    front.element,
    folded,
  );
  const [source, remark] = [analysisTexts.citationOf(info), analysisTexts.noteOf(info)];
  // Folded away, so it does not load the mathematics font.
  root.append(
    html`<details class="settings">
      <summary>Formula and source</summary>
      ${tex(analysisTexts.formulaOf(info), { display: true })}
      <p class="citation fine">${source && sourceLinks(source)} ${rich(remark ?? '') as Node[]}</p>
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
    const spec = specOf(options, values, measured);
    const analysed: Computation<AnalysisResults[Id]> = (signal, onProgress) =>
      pe.analyse(spec, {} as AnalysisInputs[Id], { signal, onProgress });
    const show = (results: Pick<AnalysisResults[Id], Shown>, trained?: AnalysisResults[Id]): void => {
      root.dataset['computed'] = ofKey;
      root.dataset['measured'] = String(measured);
      options.show(results, trained, read(values));
    };
    const known = measured ? undefined : options.recorded?.resultsOf(spec);
    if (known) return work.run(() => Promise.resolve(known), show);
    work.run(analysed, (results) => {
      if (measured) paced(options.cost(read(values)), performance.now() - began);
      show(results, measured ? results : undefined);
    });
  }
}

type Numbers = Matrix<Float64Array>;
export const rowOf = (matrix: Numbers, row: number): Float64Array => stepped('row', matrix, row) as Float64Array;
export const column = (matrix: Numbers, col: number): Float64Array => stepped('column', matrix, col);
/** Index of the nearest value in an ascending list, by ratio if positive; undefined without a value. */
export function nearest(list: ArrayLike<number>, value: number | undefined, byRatio = false): number | undefined {
  if (value === undefined || list.length === 0) return undefined;
  const away = (x: number): number => (byRatio ? Math.abs(Math.log(x / value)) : Math.abs(x - value));
  let best = 0;
  for (let i = 1; i < list.length; i++) if (away(list[i]!) < away(list[best]!)) best = i;
  return best;
}
