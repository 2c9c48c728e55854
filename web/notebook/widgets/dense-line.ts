/**
 * A curve of up to a million points (uPlot on a canvas). Mouse: drag zooms, double click shows all.
 * Keys: arrows move the cursor, Shift+arrows ten times as far, + - 0 zoom. A table of sampled values
 * stands behind a disclosure for readers who cannot use the picture.
 */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { effect } from '@preact/signals-core';
import { lineChart, paintSvg, pngBlob, svgText } from './charts/index.js';
import { decades, shortNumber } from '../../lib/charts/core/ticks.js';
import { fill, h } from './dom.js';
import { datum, short } from './format.js';
import { saveBlob, saveText } from './save.js';
import { toolbar } from './section.js';
import { themeVersion, token } from './theme.js';
import { widthOf } from './width.js';

export interface Curve {
  readonly x: Float64Array;
  readonly y: Float64Array;
}
export interface DenseLineOptions {
  readonly label: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Index of the series colour in the style sheet. */
  readonly colour: number;
  readonly height: number;
  readonly sentence: (x: number, y: number) => string;
  readonly overview: (curve: Curve) => string;
  /** Name of saved files, without extension. */
  readonly fileName: () => string;
  readonly say: (text: string) => void;
}
export interface DenseLine {
  readonly element: HTMLElement;
  update(curve: Curve, logX: boolean): void;
}

const tableRows = 33;

export function denseLine(options: DenseLineOptions): DenseLine {
  const place = h('div', {
    class: 'dense-line',
    role: 'slider',
    tabindex: 0,
    'aria-label': options.label,
    'aria-valuemin': 0,
    'aria-valuemax': 0,
    'aria-valuenow': 0,
  });
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  const values = h('div', {
    class: 'values-scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': `${options.label}, values`,
  });
  const details = h('details', { class: 'values' }, h('summary', {}, 'Values as a table'), values);
  const width = widthOf(place);
  let plot: uPlot | undefined;
  let curve: Curve | undefined;
  let log = false;
  let at: number | undefined;

  effect(() => {
    if (width.value > 0) draw();
  });
  effect(() => {
    themeVersion.value;
    plot?.redraw(false);
  });
  details.addEventListener('toggle', () => sample());
  place.addEventListener('keydown', onKey);
  place.addEventListener('blur', () => {
    at = undefined;
    plot?.setCursor({ left: -10, top: -10 });
  });

  const { fileName } = options;
  const files = toolbar(
    `${options.label} as a file`,
    [
      {
        label: 'PNG',
        run: async () => {
          const chart = asSvg();
          if (chart)
            saveBlob(await pngBlob(await paintSvg(chart.text, chart.width, chart.height)), `${fileName()}.png`);
        },
      },
      {
        label: 'SVG',
        run: () => {
          const chart = asSvg();
          if (chart) saveText(chart.text, `${fileName()}.svg`, 'image/svg+xml');
        },
      },
      {
        label: 'CSV',
        run: () => {
          if (curve) saveText(csv(curve), `${fileName()}.csv`, 'text/csv');
        },
      },
    ],
    options.say,
  );

  return {
    element: h('div', { class: 'dense-block' }, place, h('div', { class: 'figure-foot' }, reading, files), details),
    update(next, logX) {
      curve = next;
      log = logX;
      at = undefined;
      draw();
    },
  };

  function draw(): void {
    const w = width.peek();
    if (curve === undefined || w === 0) return;
    plot?.destroy();
    // A logarithm has no zero: the first offset is left out of that view.
    const from = log && curve.x[0] === 0 ? 1 : 0;
    const data: uPlot.AlignedData = [curve.x.subarray(from), curve.y.subarray(from)];
    plot = new uPlot(settings(w), data, place);
    place.setAttribute('aria-valuemax', String(curve.x.length - 1));
    place.setAttribute('aria-valuetext', options.overview(curve));
    reading.textContent = options.overview(curve);
    sample();
  }

  function settings(w: number): uPlot.Options {
    const ink = (): string => token('muted');
    const axis = {
      stroke: ink,
      grid: { stroke: () => token('rule'), width: 1 },
      ticks: { show: false },
      font: '12px system-ui, sans-serif',
    };
    return {
      width: w,
      height: options.height,
      legend: { show: false },
      padding: [12, 20, 0, 0],
      scales: { x: { time: false, distr: log ? 3 : 1 }, y: { range: (_, lo, hi) => padded(lo, hi) } },
      series: [{}, { stroke: () => token(`series-${options.colour}`), width: 1.25, points: { show: false } }],
      axes: [
        {
          ...axis,
          values: tickLabels,
          size: 34,
          ...(log ? { splits: (_: uPlot, __: number, lo: number, hi: number) => logTicks(lo, hi) } : {}),
        },
        { ...axis, values: tickLabels, size: 58 },
      ],
      cursor: {
        // Both curves run over the same offsets: reading one reads the other.
        sync: { key: 'offsets' },
        y: false,
        drag: { x: true, y: false, setScale: true },
        points: { size: 8, stroke: () => token('ink'), fill: () => token(`series-${options.colour}`) },
      },
      hooks: {
        setCursor: [
          (u) => {
            const i = u.cursor.idx;
            read(i === null || i === undefined ? undefined : i);
          },
        ],
        setScale: [
          (_, key) => {
            if (key === 'x') sample();
          },
        ],
      },
    };
  }

  function read(i: number | undefined): void {
    if (plot === undefined || curve === undefined) return;
    const x = i === undefined ? undefined : plot.data[0][i];
    const y = i === undefined ? undefined : plot.data[1]?.[i];
    if (i === undefined || x === undefined || y === undefined || y === null) {
      reading.textContent = options.overview(curve);
      return;
    }
    reading.textContent = options.sentence(x, y);
    place.setAttribute('aria-valuenow', String(i));
    place.setAttribute('aria-valuetext', options.sentence(x, y));
  }

  function onKey(event: KeyboardEvent): void {
    if (plot === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const n = plot.data[0].length;
    const [lo, hi] = shownRange();
    const step =
      Math.max(1, Math.round(((indexOf(hi) - indexOf(lo)) / Math.max(1, width.peek())) * 2)) *
      (event.shiftKey ? 10 : 1);
    const here = at ?? indexOf(lo);
    if (event.key === 'ArrowRight') move(Math.min(n - 1, here + step));
    else if (event.key === 'ArrowLeft') move(Math.max(0, here - step));
    else if (event.key === 'Home') move(indexOf(lo));
    else if (event.key === 'End') move(Math.min(n - 1, indexOf(hi)));
    else if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-' || event.key === '_') zoom(2);
    else if (event.key === '0')
      plot.setScale('x', { min: plot.data[0][0] as number, max: plot.data[0][n - 1] as number });
    else return;
    event.preventDefault();
  }

  function move(i: number): void {
    if (plot === undefined) return;
    at = i;
    const x = plot.data[0][i] as number;
    const [lo, hi] = shownRange();
    if (x < lo || x > hi)
      plot.setScale('x', { min: lo + (x - (x < lo ? lo : hi)), max: hi + (x - (x < lo ? lo : hi)) });
    plot.setCursor({ left: plot.valToPos(x, 'x'), top: plot.valToPos((plot.data[1]?.[i] as number) ?? 0, 'y') });
    read(i);
  }

  /** Zooms around the cursor, in the axis' own measure, without leaving the data. */
  function zoom(factor: number): void {
    if (plot === undefined) return;
    const n = plot.data[0].length;
    const into = log ? Math.log : (v: number): number => v;
    const back = log ? Math.exp : (v: number): number => v;
    const [lo, hi] = shownRange().map(into) as [number, number];
    const [least, most] = [into(plot.data[0][0] as number), into(plot.data[0][n - 1] as number)];
    const centre = at === undefined ? (lo + hi) / 2 : into(plot.data[0][at] as number);
    const min = Math.max(least, centre - (centre - lo) * factor);
    const max = Math.min(most, centre + (hi - centre) * factor);
    if (indexOf(back(max)) - indexOf(back(min)) >= 4) plot.setScale('x', { min: back(min), max: back(max) });
  }

  function shownRange(): [number, number] {
    const scale = plot?.scales['x'];
    return [scale?.min ?? 0, scale?.max ?? 1];
  }
  function indexOf(x: number): number {
    return plot === undefined ? 0 : plot.valToIdx(x);
  }

  function sample(): void {
    if (!details.open || plot === undefined) return;
    const [lo, hi] = shownRange();
    const from = indexOf(lo);
    const to = indexOf(hi);
    const count = Math.min(tableRows, to - from + 1);
    const picked = [
      ...new Set(
        Array.from({ length: count }, (_, k) => Math.round(from + ((to - from) * k) / Math.max(1, count - 1))),
      ),
    ];
    const { data } = plot;
    fill(
      values,
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h('tr', {}, h('th', { scope: 'col' }, options.xTitle), h('th', { scope: 'col' }, options.yTitle)),
        ),
        h(
          'tbody',
          {},
          ...picked.map((i) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, short(data[0][i] as number)),
              h('td', {}, datum(data[1]?.[i] as number)),
            ),
          ),
        ),
      ),
    );
  }

  function asSvg(): { text: string; width: number; height: number } | undefined {
    if (curve === undefined || plot === undefined) return undefined;
    const chart = lineChart(
      {
        x: plot.data[0] as ArrayLike<number>,
        series: [{ name: options.yTitle, colour: options.colour, values: plot.data[1] as ArrayLike<number> }],
      },
      {
        width: 960,
        height: 420,
        label: options.label,
        xTitle: options.xTitle,
        yTitle: options.yTitle,
        window: shownRange(),
        logX: log,
      },
    );
    // Computed styles exist only inside the document.
    const stage = h('div', { class: 'off-stage', 'aria-hidden': 'true' }, chart);
    document.body.append(stage);
    try {
      return { text: svgText(chart, token('paper')), width: 960, height: 420 };
    } finally {
      stage.remove();
    }
  }
}

function padded(lo: number, hi: number): [number, number] {
  const pad = (hi - lo) * 0.05 || Math.max(1, Math.abs(hi) * 0.1);
  return [lo - pad, hi + pad];
}
/** uPlot leaves null where it drops a tick of a logarithmic axis, whatever its types say. */
function tickLabels(_: uPlot, ticks: readonly (number | null)[]): string[] {
  return ticks.map((tick) => (tick === null ? '' : shortNumber(tick)));
}

/** Decades, or 1-2-5 steps where fewer than three decades are in view. */
function logTicks(lo: number, hi: number): number[] {
  const tens = decades(lo, hi);
  if (tens.length >= 3) return tens;
  const steps = decades(lo / 10, hi)
    .flatMap((ten) => [ten, 2 * ten, 5 * ten])
    .filter((t) => t >= lo && t <= hi);
  return steps.length >= 3
    ? steps
    : Array.from({ length: 6 }, (_, k) => lo + ((hi - lo) * k) / 5).map((t) => Number(t.toPrecision(3)));
}
function csv(curve: Curve): string {
  const rows = ['offset,value'];
  for (let i = 0; i < curve.x.length; i++) rows.push(`${curve.x[i]},${curve.y[i]}`);
  return `${rows.join('\n')}\n`;
}
