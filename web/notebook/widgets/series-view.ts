/** A line chart with a reading below, which marks the item chosen elsewhere. */
import { embedOf, stepped } from '../calls.js';
import {
  type ChartElement,
  type LineData,
  type LineOptions,
  type LineSeries,
  type Rule,
  lineChart,
} from '../../lib/charts/index.js';
import { fill, h } from '../kit/dom.js';

export type NamedSeries = LineSeries;
export interface SeriesData {
  /** Ascending. */
  readonly x: ArrayLike<number>;
  readonly xTitle: string;
  /** Range of x; defaults to that of the values. */
  readonly xDomain?: readonly [number, number];
  readonly yTitle: string;
  readonly series: readonly NamedSeries[];
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** Range of y; defaults to that of the values. */
  readonly yDomain?: readonly [number, number];
  /** false draws only points. */
  readonly joined?: boolean;
  /** Horizontal and vertical lines. */
  readonly rules?: readonly Rule[];
  readonly marks?: readonly Rule[];
  readonly describe: (item: number) => string;
  /** A note in the key about what its colours and lines have in common. */
  readonly keyNote?: string;
  /** Text under the chart while nothing is read. */
  readonly summary?: (chosen: number | undefined) => string;
}
export interface SeriesViewOptions {
  readonly name: string | (() => string);
  /** Name of saved files, without extension. */
  readonly file: () => string;
  readonly onChoose?: (item: number) => void;
}
export interface SeriesView {
  readonly element: HTMLElement;
  show(data: SeriesData): void;
  choose(item: number | undefined): void;
}

export function seriesView({ name, file, onChoose }: SeriesViewOptions): SeriesView {
  const place = h('div', { class: 'series-place' });
  const note = h('p', { class: 'fine', hidden: true });
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  let shown: SeriesData | undefined;
  let chosen: number | undefined;
  let chart: ChartElement<LineData, LineOptions> | undefined;

  return {
    element: h('div', { class: 'series-view stack gap-2' }, place, note, reading),
    show(next) {
      const elsewhere = shown !== undefined && !holds(next, shown);
      shown = next;
      draw();
      if (elsewhere) chart?.look();
      note.hidden = next.keyNote === undefined;
      fill(note, next.keyNote ?? '');
    },
    choose(item) {
      chosen = item;
      draw();
    },
  };

  function draw(): void {
    if (shown === undefined) return;
    const { x, xTitle, xDomain, yTitle, series, logX, logY, yDomain, joined, rules, marks, describe } = shown;
    const ascends = logX === true && x[0]! > 0;
    const data: LineData = {
      x,
      series: series.map((one) => ({ ...one, values: asLong(one.values, x.length) })),
    };
    const options: LineOptions = {
      label: typeof name === 'string' ? name : name(),
      file: file(),
      x: { title: xTitle, log: ascends, ...(xDomain && { domain: xDomain }) },
      y: { title: yTitle, log: logY === true, domain: yDomain },
      joined,
      rules: rules ?? [],
      marks: marks ?? [],
      chosen,
      sentence: describe,
      stepsChoose: onChoose !== undefined,
      embed: embedOf(
        data,
        data.series.map(({ values }) => values),
      ),
    };
    if (chart) chart.update(data, options);
    else {
      chart = lineChart(data, options);
      chart.addEventListener('read', read);
      chart.addEventListener('choose', () => {
        const item = chart?.place?.[0];
        if (item !== undefined) onChoose?.(item);
      });
      place.append(chart);
    }
    read();
  }

  function read(): void {
    if (shown === undefined) return;
    const item = chart?.place?.[0];
    const known = chosen !== undefined && chosen < shown.x.length ? chosen : undefined;
    const resting = shown.summary?.(known) ?? (known === undefined ? '' : shown.describe(known));
    reading.textContent = item === undefined || item >= shown.x.length ? resting : shown.describe(item);
  }
}

/** Shortens a list to the number of points. */
const asLong = (values: ArrayLike<number>, count: number): ArrayLike<number> =>
  values.length === count ? values : stepped('first', values, count);

/** The visible range of the previous data is still covered. */
function holds(next: SeriesData, before: SeriesData): boolean {
  const [a, b] = [next.x, before.x];
  return (
    next.xTitle === before.xTitle && next.logX === before.logX && a[0]! <= b[0]! && a[a.length - 1]! >= b[b.length - 1]!
  );
}
