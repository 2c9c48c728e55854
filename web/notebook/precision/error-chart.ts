/** One error of all methods as a function of position. */
import { effect, signal } from '@preact/signals-core';
import { precisionMethods } from 'posenc';
import { html } from '../kit/html.js';
import { scientific, short } from '../widgets/format.js';
import { seriesView } from '../widgets/series-view.js';
import { specName } from '../widgets/spec-name.js';
import type { PrecisionStore } from './state.js';

/** (positions) errors for each method, in the order of `precisionMethods`. */
export interface Errors {
  readonly positions: Float64Array;
  readonly values: readonly Float64Array[];
}
interface ErrorChart {
  readonly name: string;
  readonly file: string;
  readonly yTitle: string;
}

/** @returns its element, and a setter for the errors */
export function errorChart({ state, update }: PrecisionStore, { name, file, yTitle }: ErrorChart) {
  const errors = signal<Errors>();
  const view = seriesView({
    name: () => `${name}, ${specName(state.peek().spec)}`,
    file: () => file,
    onChoose: (item) => update({ position: errors.peek()?.positions[item] ?? 0 }),
  });
  effect(() => {
    const { position, hidden } = state.value;
    const { positions, values } = errors.value ?? {};
    if (positions === undefined) return;
    const series = precisionMethods.flatMap(({ id, title }, i) =>
      hidden.includes(id) ? [] : [{ name: title, colour: i, values: values?.[i] ?? [] }],
    );
    view.show({
      ...{ x: positions, xTitle: 'position', logX: true, yTitle, logY: true, series },
      marks: [{ value: position, text: `position ${short(position)}` }],
      describe: (item) => {
        const each = series.map(({ name, values }) => `${name} ${size(values[item])}`);
        return `position ${short(positions[item] ?? 0)}: ${each.join('; ')}`;
      },
      summary: () => 'Point at the chart to read all methods; click to move the position there.',
    });
  });
  return {
    element: html`<figure aria-label=${name}>${view.element}</figure>`,
    show: (found: Errors) => (errors.value = found),
  };
}

export function size(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return 'no number';
  if (value === 0) return '0';
  return value < 0.01 ? scientific(value, 2) : String(Number(value.toPrecision(2)));
}
