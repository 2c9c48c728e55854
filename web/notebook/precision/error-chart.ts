/** One error of all methods as a function of position. */
import { effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { precisionMethods } from 'posenc';
import { h } from '../widgets/dom.js';
import { scientific, short } from '../widgets/format.js';
import { seriesView } from '../widgets/series-view.js';

/** (positions) one error a method, in the order of `precisionMethods`. */
export interface Errors {
  readonly positions: Float64Array;
  readonly values: readonly Float64Array[];
}
export interface ErrorChartOptions {
  readonly name: string;
  readonly file: string;
  readonly yTitle: string;
  readonly span: readonly [number, number];
  readonly hidden: ReadonlySignal<readonly string[]>;
  readonly position: ReadonlySignal<number>;
  readonly choose: (position: number) => void;
}

export function errorChart(options: ErrorChartOptions): {
  readonly element: HTMLElement;
  readonly errors: { value: Errors | undefined };
} {
  const errors = signal<Errors>();
  const view = seriesView({
    name: options.name,
    file: () => options.file,
    onChoose: (item) => options.choose(errors.peek()?.positions[item] ?? 0),
  });
  effect(() => {
    const found = errors.value;
    const hidden = options.hidden.value;
    if (found === undefined) return;
    const shown = precisionMethods.flatMap(({ id, title }, i) =>
      hidden.includes(id) ? [] : [{ name: title, colour: i, values: found.values[i] ?? [] }],
    );
    view.show({
      x: found.positions,
      xTitle: 'position',
      yTitle: options.yTitle,
      logX: true,
      logY: true,
      ySpan: options.span,
      series: shown,
      marks: [{ value: options.position.value, text: `position ${short(options.position.value)}` }],
      describe: (item) =>
        `position ${short(found.positions[item] ?? 0)}: ${shown
          .map(({ name, values }) => `${name} ${size(values[item])}`)
          .join('; ')}`,
      summary: () => 'Hover to read all methods; click to move the position there.',
    });
  });
  return { errors, element: h('figure', {}, view.element) };
}

export function size(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return 'no number';
  if (value === 0) return '0';
  return value < 0.01 ? scientific(value, 2) : String(Number(value.toPrecision(2)));
}
