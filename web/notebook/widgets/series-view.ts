/** A chart of series with its key, the reading under it and its files. */
import { effect, signal } from '@preact/signals-core';
import { seriesChart } from './charts/index.js';
import type { Rule, SeriesChart } from './charts/index.js';
import { say } from '../say.js';
import { pictureActions } from './chart-files.js';
import { fill, h } from './dom.js';
import { saveText } from './save.js';
import { toolbar } from './section.js';
import { widthOf } from './width.js';

export interface NamedSeries {
  readonly name: string;
  readonly colour: number;
  readonly values: ArrayLike<number>;
  readonly dashed?: boolean;
  readonly spread?: ArrayLike<number>;
  /** Left out of the key, where its colour already stands for another curve. */
  readonly unkeyed?: boolean;
}
export interface SeriesData {
  /** Ascending. */
  readonly x: ArrayLike<number>;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly NamedSeries[];
  readonly logX?: boolean;
  readonly logY?: boolean;
  readonly scattered?: boolean;
  readonly rules?: readonly Rule[];
  readonly describe: (item: number) => string;
  /** Of the key: what its colours and lines have in common. */
  readonly keyNote?: string;
  /** What stands under the chart while nothing is read. */
  readonly summary?: (chosen: number | undefined) => string;
}
export interface SeriesViewOptions {
  readonly name: string;
  /** Name of saved files, without extension. */
  readonly file: () => string;
  readonly height?: number;
  readonly onChoose?: (item: number) => void;
}
export interface SeriesView {
  readonly element: HTMLElement;
  show(data: SeriesData): void;
  choose(item: number | undefined): void;
  overlay(values: ArrayLike<number> | undefined, at?: readonly number[]): void;
}

const narrow = 420;
const lowest = 260;

export function seriesView(options: SeriesViewOptions): SeriesView {
  const { name, file, height = 280 } = options;
  const place = h('div', { class: 'series-place' });
  // Nothing below moves when the chart arrives.
  place.style.minHeight = `${Math.min(height, lowest)}px`;
  const key = h('ul', { class: 'key' });
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  const width = widthOf(place);
  const data = signal<SeriesData>();
  let chart: SeriesChart | undefined;
  let chosen: number | undefined;
  let wave: { values: ArrayLike<number> | undefined; at: readonly number[] } = { values: undefined, at: [] };

  effect(() => {
    const shown = data.value;
    if (shown === undefined || width.value === 0) return;
    const { onChoose } = options;
    const held = chart?.element === document.activeElement;
    chart = seriesChart(shown.x, shown.series, {
      width: width.value,
      height: width.value < narrow ? Math.min(height, lowest) : height,
      label: name,
      xTitle: shown.xTitle,
      yTitle: shown.yTitle,
      logX: shown.logX === true,
      logY: shown.logY === true,
      scattered: shown.scattered === true,
      rules: shown.rules ?? [],
      describe: shown.describe,
      onCursor: (item) => read(item),
      ...(onChoose ? { onChoose } : {}),
    });
    chart.overlay(wave.values, wave.at);
    chart.choose(chosen);
    fill(place, chart.element);
    if (held) chart.element.focus();
    fill(
      key,
      ...shown.series
        .filter(({ unkeyed }) => unkeyed !== true)
        .map((one) =>
          h(
            'li',
            {},
            h('span', {
              class: `line-swatch series-${one.colour}${one.dashed ? ' dashed' : ''}`,
              'aria-hidden': 'true',
            }),
            one.name,
          ),
        ),
      shown.keyNote !== undefined && h('li', { class: 'key-note' }, shown.keyNote),
    );
    key.hidden = shown.series.length < 2;
    read(undefined);
  });

  return {
    element: h(
      'div',
      { class: 'series-view' },
      place,
      key,
      h(
        'div',
        { class: 'figure-foot' },
        reading,
        toolbar(
          `${name} as a file`,
          [
            ...pictureActions(() => chart?.element, file),
            {
              label: 'CSV',
              run: () => {
                if (data.value) saveText(csv(data.value), `${file()}.csv`, 'text/csv');
              },
            },
          ],
          say,
        ),
      ),
    ),
    show(next) {
      data.value = next;
    },
    choose(item) {
      chosen = item;
      chart?.choose(item);
      read(undefined);
    },
    overlay(values, at = []) {
      wave = { values, at };
      chart?.overlay(values, at);
      read(undefined);
    },
  };

  function read(item: number | undefined): void {
    const shown = data.peek();
    if (shown === undefined) return;
    const known = chosen !== undefined && chosen < shown.x.length ? chosen : undefined;
    const resting = shown.summary?.(known) ?? (known === undefined ? '' : shown.describe(known));
    reading.textContent = item === undefined ? resting : shown.describe(item);
  }
}

function csv({ x, xTitle, series }: SeriesData): string {
  const columns = series.flatMap(({ name, values, spread }) => [
    { name, values },
    ...(spread ? [{ name: `${name}: spread`, values: spread }] : []),
  ]);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = [[xTitle, ...columns.map((column) => column.name)].map(quoted).join(',')];
  for (let i = 0; i < x.length; i++) rows.push([x[i], ...columns.map(({ values }) => values[i] ?? '')].join(','));
  return `${rows.join('\n')}\n`;
}
