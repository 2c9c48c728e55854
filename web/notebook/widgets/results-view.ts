/** The outputs of any analysis: numbers in a table, lists as curves, matrices as heat maps, each with its files. */
import type { Matrix } from '../../lib/types/posenc.js';
import type { AnalysisInfo, AnalysisOutput } from '../../lib/types/registry.js';
import { say } from '../page.js';
import { fill, h } from './dom.js';
import { counted, datum, short } from './format.js';
import { matrixView } from './matrix-view.js';
import { readable } from './param-form.js';
import { said } from './said.js';
import { saveText } from './save.js';
import { toolbar } from './section.js';
import { seriesView } from './series-view.js';
import { analysisTexts } from '../documented/analyses.js';

export type Outputs = Readonly<Record<string, number | Float64Array | Matrix<Float64Array> | undefined>>;

export interface ResultsView {
  readonly element: HTMLElement;
  show(info: AnalysisInfo, outputs: Outputs): void;
  clear(): void;
}

/** Lists up to this long are read in the table, not as a curve. */
const shortList = 4;
const heights = { matrix: 340, list: 240 };
/** Positive lists that span more than this are drawn on a logarithmic axis. */
const wideSpan = 1e3;

export function resultsView(): ResultsView {
  const element = h('div', { class: 'results' });
  return {
    element,
    show(info, outputs) {
      const scalars = info.outputs.filter(({ name }) => isShort(outputs[name]));
      const lists = info.outputs.filter(({ name }) => {
        const value = outputs[name];
        return value instanceof Float64Array && !isShort(value);
      });
      const matrices = info.outputs.filter(({ kind, name }) => kind === 'matrix' && outputs[name] !== undefined);
      fill(
        element,
        scalars.length > 0 && numbers(info, scalars, outputs),
        lists.length > 0 &&
          h('div', { class: 'result-grid' }, ...lists.map((one) => list(info, one, outputs[one.name] as Float64Array))),
        matrices.length > 0 &&
          h(
            'div',
            { class: 'result-grid' },
            ...matrices.map((one) => matrix(info, one, outputs[one.name] as Matrix<Float64Array>)),
          ),
      );
    },
    clear: () => fill(element),
  };
}

function isShort(value: Outputs[string]): boolean {
  return typeof value === 'number' || (value instanceof Float64Array && value.length <= shortList);
}

function numbers(info: AnalysisInfo, shown: readonly AnalysisOutput[], outputs: Outputs): HTMLElement {
  const values = (name: string): number[] => {
    const value = outputs[name];
    return typeof value === 'number' ? [value] : Array.from(value as Float64Array);
  };
  const json = (): string =>
    `${JSON.stringify({ analysis: info.id, ...Object.fromEntries(shown.map(({ name }) => [name, typeof outputs[name] === 'number' ? outputs[name] : values(name)])) }, null, 2)}\n`;
  return h(
    'div',
    { class: 'result-numbers' },
    h(
      'table',
      { class: 'statistics' },
      h('caption', { class: 'visually-hidden' }, `${info.title}: numbers`),
      h(
        'tbody',
        {},
        ...shown.map((output) =>
          h(
            'tr',
            { 'data-output': output.name },
            h('th', { scope: 'row' }, readable(output.name)),
            h(
              'td',
              { class: 'value' },
              ...values(output.name).flatMap((value, i) => [i > 0 ? ', ' : '', datum(value)]),
            ),
            h('td', { class: 'means' }, ...said(analysisTexts.docOf(output))),
          ),
        ),
      ),
    ),
    toolbar(
      'Numbers as a file',
      [{ label: 'JSON', run: () => saveText(json(), `${info.id}.json`, 'application/json') }],
      say,
    ),
  );
}

function list(info: AnalysisInfo, output: AnalysisOutput, values: Float64Array): HTMLElement {
  const { name } = output;
  const view = seriesView({ name: readable(name), file: () => `${info.id}-${name}` });
  const positive = values.filter((v) => v > 0);
  const [lo, hi] = [positive.reduce((a, b) => Math.min(a, b), Infinity), positive.reduce((a, b) => Math.max(a, b), 0)];
  const nonNegative = values.every((v) => v >= 0);
  view.show({
    x: Float64Array.from(values, (_, i) => i),
    xTitle: 'index',
    yTitle: readable(name),
    series: [{ name: readable(name), colour: 0, values }],
    logY: nonNegative && hi / lo > wideSpan,
    describe: (i) => `${i}: ${short(values[i]!)}`,
    summary: () => counted(values.length, 'number'),
  });
  return figure(name, analysisTexts.docOf(output), view.element);
}

function matrix(info: AnalysisInfo, output: AnalysisOutput, values: Matrix<Float64Array>): HTMLElement {
  const { name } = output;
  const view = matrixView({ name: readable(name), file: () => `${info.id}-${name}`, height: heights.matrix });
  view.show({ matrix: values, rowTitle: 'row', colTitle: 'column' });
  return figure(name, analysisTexts.docOf(output), view.element);
}

function figure(name: string, doc: string, body: HTMLElement): HTMLElement {
  return h(
    'figure',
    { 'data-output': name },
    h('h4', {}, readable(name), h('span', { class: 'means' }, ...said(doc))),
    body,
  );
}
