/** A curve of up to a million points with its reading below. Curves of one page share their cursor. */
import { type SharedCursor, lineChart, sharedCursor } from '../../lib/charts/index.js';
import { embedOf } from '../calls.js';
import { h } from '../kit/dom.js';

export interface Curve {
  readonly x: Float64Array;
  readonly y: Float64Array;
}
interface DenseLineOptions {
  /** Re-evaluated with each curve. */
  readonly label: () => string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Index of the series colour. */
  readonly colour: number;
  readonly height: number;
  readonly sentence: (x: number, y: number) => string;
  readonly overview: (curve: Curve) => string;
  /** Name of saved files, without extension. */
  readonly fileName: () => string;
}

const offsets: SharedCursor = sharedCursor();

export function denseLine(options: DenseLineOptions) {
  const { label, xTitle, yTitle, colour, height, sentence, overview, fileName } = options;
  const reading = h('p', { class: 'reading', 'aria-hidden': 'true' });
  let curve: Curve = { x: new Float64Array(), y: new Float64Array() };
  const data = () => ({ x: curve.x, series: [{ name: yTitle, values: curve.y, colour }] });
  const chart = lineChart(data(), {
    label: label(),
    height,
    cursor: offsets,
    x: { title: xTitle },
    y: { title: yTitle },
  });
  const read = (place: Readonly<Record<string, number>> | undefined): void => {
    const x = place?.[xTitle];
    const item = x === undefined ? -1 : curve.x.indexOf(x);
    reading.textContent = item < 0 ? overview(curve) : sentence(curve.x[item]!, curve.y[item]!);
  };
  offsets.subscribe(read);
  return {
    element: h('div', { class: 'dense-block stack gap-2' }, chart, reading),
    update(next: Curve, logX: boolean): void {
      curve = next;
      chart.look();
      chart.update(data(), {
        label: label(),
        x: { title: xTitle, log: logX },
        file: fileName(),
        embed: embedOf(data(), [next.y]),
      });
      read(undefined);
    },
  };
}
