/** Functions of query and key: the last query's row as a curve over distance, A and B in one chart. */
import type { Matrix } from '../../lib/types/posenc.js';
import { short } from '../widgets/format.js';
import { seriesView } from '../widgets/series-view.js';
import type { Compared } from './compare.js';
import type { PictureNames } from './differing.js';

const quantities = { logits: 'logit', attentionBias: 'bias', relativeMap: 'distance that counts' } as const;

export function curvesByDistance() {
  let of = '';
  const view = seriesView({ name: () => `The last query by distance. ${of}`, file: () => 'variants-by-distance' });
  return {
    element: view.element,
    show({ stage, a, b }: Compared, titles: readonly [string, string], names: PictureNames): void {
      if (stage === 'table') return;
      of = `${names.a}; ${names.b}`;
      const row = ({ data, rows, cols }: Matrix): number[] => [...data.subarray((rows - 1) * cols)].reverse();
      const series = [
        { name: `A: ${titles[0]}`, colour: 0, values: row(a) },
        { name: `B: ${titles[1]}`, colour: 1, values: row(b) },
      ];
      view.show({
        x: Float64Array.from(series[0]?.values ?? [], (_, distance) => distance),
        xTitle: 'distance of the key',
        yTitle: quantities[stage],
        series,
        describe: (i) =>
          `distance ${i}: ${series.map(({ name, values }) => `${name} ${short(values[i]!)}`).join(', ')}`,
      });
    },
  };
}
