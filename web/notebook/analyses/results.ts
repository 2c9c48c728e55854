/** The result of an analysis: key numbers, figures, and a table of all outputs with files. */
import type { AnalysisInfo, AnalysisOutput } from '../../lib/types/registry.js';
import { analysisTexts } from '../documented/analyses.js';
import { button, fold } from '../kit/elements.js';
import { html } from '../kit/html.js';
import { fact, row, table } from '../kit/tables.js';
import { say } from '../say.js';
import { datum, short } from '../widgets/format.js';
import { readable } from '../widgets/readable.js';
import { said } from '../widgets/said.js';
import { saveJson } from '../widgets/save.js';
import { saveMatrix } from '../widgets/save-matrix.js';
import type { Outputs } from './design.js';
import { designs } from './designs.js';
import { type Answer, figures } from './figures.js';

/** Maximum count of key numbers; lists up to this length are printed in the table. */
const [mostNumbers, shortList] = [5, 4];

export function answerView(info: AnalysisInfo, answer: Answer): HTMLElement {
  const { outputs } = answer;
  const design = designs[info.id];
  const there = info.outputs.filter(({ name }) => outputs[name] !== undefined);
  const scalars = there.filter(({ kind }) => kind === 'scalar').map(({ name }) => [name, readable(name)] as const);
  const named = design?.numbers ? Object.entries(design.numbers) : scalars;
  const shown = named.filter(([name]) => typeof outputs[name] === 'number').slice(0, mostNumbers);
  const drawn = figures(info, design?.figures, answer);
  return html`<div class="found stack gap-5">
    ${
      shown.length > 0 &&
      html`<dl class="answer-numbers">
        ${shown.map(([name, title]) => fact(title, yesOrNo(name, outputs[name] as number), { 'data-output': name }))}
      </dl>`
    }
    ${drawn.length > 0 && html`<div class="result-grid">${drawn}</div>`}
    ${fold('All results', everything(info, there, outputs), { class: 'everything', open: shown.length + drawn.length === 0 })}
  </div>`;
}

/** Outputs that are 1 for yes and 0 for no. */
const truths = ['isStationary', 'isSymmetric', 'collision', 'positiveSemidefinite'];
const yesOrNo = (name: string, value: number): Node | string =>
  truths.includes(name) ? html`<data value=${value}>${value === 1 ? 'yes' : 'no'}</data>` : datum(value);

function everything(info: AnalysisInfo, there: readonly AnalysisOutput[], outputs: Outputs): HTMLElement {
  const numbers = (value: number | Float64Array): number | number[] =>
    typeof value === 'number' ? value : Array.from(value);
  const save = (): void => {
    const all = there.flatMap(({ name }) => {
      const value = outputs[name];
      return typeof value === 'number' || value instanceof Float64Array ? [[name, numbers(value)] as const] : [];
    });
    saveJson({ analysis: info.id, ...Object.fromEntries(all) }, info.id);
  };
  const rowOf = (output: AnalysisOutput): HTMLElement => {
    const value = html`<td class="value">${cell(info, output.name, outputs[output.name])}</td>`;
    const means = html`<td class="means">${said(analysisTexts.docOf(output))}</td>`;
    return row([readable(output.name), value, means], { 'data-output': output.name });
  };
  return html`<div class="result-numbers stack">
    ${table([], { caption: `${info.title}: all results`, class: 'statistics by-row', rows: there.map(rowOf) })}
    ${button('Save the numbers and lists (JSON)', save)}
  </div>`;
}

/** Prints a number or a short list; offers longer outputs as files. */
function cell(info: AnalysisInfo, name: string, value: Outputs[string]) {
  if (value === undefined) return undefined;
  if (typeof value === 'number') return datum(value);
  if (value instanceof Float64Array && value.length <= shortList)
    return Array.from(value).flatMap((x, i) => [i > 0 && ', ', datum(x)]);
  const matrix = value instanceof Float64Array ? { data: value, rows: value.length, cols: 1 } : value;
  const file = (type: 'csv' | 'npy'): HTMLElement => {
    const save = (): void =>
      void saveMatrix(matrix, type, `${info.id}-${name}`).catch((error: unknown) => say(String(error)));
    return button(type.toUpperCase(), save, { 'aria-label': `${readable(name)} as ${type.toUpperCase()}` });
  };
  return [
    html`<span class="size">${short(matrix.rows)} × ${short(matrix.cols)}</span>`,
    html`<span class="toolbar">${file('csv')}${file('npy')}</span>`,
  ];
}
