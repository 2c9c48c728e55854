/** One error of all methods as a function of position, with its files. */
import { effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { precisionMethods } from 'posenc';
import { logLines } from '../widgets/charts/index.js';
import type { LogLines } from '../widgets/charts/index.js';
import { say } from '../page.js';
import { pictureActions } from '../widgets/chart-files.js';
import { fill, h } from '../widgets/dom.js';
import { scientific, short } from '../widgets/format.js';
import { saveText } from '../widgets/save.js';
import { toolbar } from '../widgets/section.js';
import { widthOf } from '../widgets/width.js';

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
  const place = h('div', { class: 'chart-place' });
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  const width = widthOf(place);
  let chart: LogLines | undefined;

  effect(() => {
    const found = errors.value;
    const hidden = options.hidden.value;
    if (found === undefined || width.value === 0) return;
    const shown = [...found.values.keys()].filter((i) => !hidden.includes(precisionMethods[i]?.id ?? ''));
    const sentence = (item: number): string =>
      `position ${short(found.positions[item] ?? 0)}: ${shown
        .map((i) => `${precisionMethods[i]?.title} ${size(found.values[i]?.[item])}`)
        .join('; ')}`;
    chart = logLines(
      found.positions,
      shown.map((i) => ({ colour: i, values: found.values[i] ?? [] })),
      {
        width: width.value,
        height: width.value < 560 ? 320 : 420,
        label: options.name,
        xTitle: 'position',
        yTitle: options.yTitle,
        span: options.span,
        describe: sentence,
        onCursor: (item) => {
          reading.textContent = item === undefined ? hint : sentence(item);
        },
        onChoose: (item) => options.choose(found.positions[item] ?? 0),
      },
    );
    chart.mark(options.position.peek());
    fill(place, chart.element);
  });
  effect(() => {
    chart?.mark(options.position.value);
  });
  reading.textContent = hint;
  return {
    errors,
    element: h(
      'figure',
      {},
      place,
      h(
        'div',
        { class: 'figure-foot' },
        reading,
        toolbar(
          `${options.name} as a file`,
          [
            ...pictureActions(
              () => chart?.element,
              () => options.file,
            ),
            {
              label: 'CSV',
              run: () => {
                if (errors.value) saveText(csv(errors.value), `${options.file}.csv`, 'text/csv');
              },
            },
          ],
          say,
        ),
      ),
    ),
  };
}

const hint = 'Hover to read all methods; click to move the position there.';

export function size(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return 'no number';
  if (value === 0) return '0';
  return value < 0.01 ? scientific(value, 2) : String(Number(value.toPrecision(2)));
}

function csv({ positions, values }: Errors): string {
  const rows = [['position', ...precisionMethods.map((m) => m.id)].join(',')];
  positions.forEach((p, i) => rows.push([p, ...values.map((v) => v[i])].join(',')));
  return `${rows.join('\n')}\n`;
}
