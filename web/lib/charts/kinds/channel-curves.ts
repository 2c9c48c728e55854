/**
 * Sine and cosine of selected pairs over the position, stacked: the channels of an encoding. The values are those of a
 * table computed by the library.
 */
import { errorAbout } from '../../checks/errors.js';
import { type Chart, chart } from '../core/chart.js';
import { checkAxes, checkMatrix } from '../core/checks.js';
import type { Kind } from '../core/kind.js';
import { memo } from '../core/memo.js';
import type { MultiplesData, MultiplesOptions } from './small-multiples-data.js';
import { multiplesKind } from './small-multiples.js';
import type { ChannelData, ChannelOptions } from './channel-curves-data.js';
import { fixed, number, numbers, text } from '../core/shape.js';

const mostRows = 1 << 20;

export const channelKind: Kind<ChannelData, ChannelOptions> = {
  id: 'channel-curves',
  json: async () => (await import('./channel-curves-data.js')).channelData,
  name: 'channel curves',
  takes: {
    data: { table: {}, pairs: numbers, 'positions?': numbers, 'wavelengths?': numbers },
    options: { 'x?': fixed, 'y?': fixed, 'layout?': text, 'columns?': number },
  },
  check({ table, pairs }, options) {
    checkAxes(options);
    if (table.rows > mostRows)
      throw errorAbout('too_large', 'table.rows', `is ${table.rows}, at most ${mostRows} are drawn`);
    checkMatrix('table', table, mostRows);
    pairs.forEach((pair, i) => {
      if (!Number.isInteger(pair) || pair < 0 || 2 * pair + 1 >= table.cols)
        throw errorAbout(
          'bad_argument',
          `pairs[${i}]`,
          `must be a whole number from 0 to ${Math.floor(table.cols / 2) - 1}, got ${pair}`,
        );
    });
  },
  height: (data, options, width) => multiplesKind.height(curvesOf(data, options), asMultiples(options), width),
  draw: (data, options, size, view) => multiplesKind.draw(curvesOf(data, options), asMultiples(options), size, view),
  summary: (data, options) =>
    `Sine and cosine. ${multiplesKind.summary(curvesOf(data, options), asMultiples(options))}`,
  table: (data, options) => multiplesKind.table(curvesOf(data, options), asMultiples(options)),
  numbers: (data, options) => multiplesKind.numbers(curvesOf(data, options), asMultiples(options)),
};

/** Sine and cosine of selected pairs over the position. */
export const channelCurves: Chart<ChannelData, ChannelOptions> = /* @__PURE__ */ chart(channelKind);

const asMultiples = ({ layout: _, ...options }: ChannelOptions): MultiplesOptions => ({
  columns: 1,
  ...options,
  x: { title: 'position', ...options.x },
});

/** The columns of the table, copied once. */
function curvesOf(data: ChannelData, { layout = 'interleaved' }: ChannelOptions): MultiplesData {
  return memo(data, layout, () => panelsOf(data, layout));
}

function panelsOf(data: ChannelData, layout: 'interleaved' | 'half'): MultiplesData {
  const { table, pairs, positions, wavelengths } = data;
  const channel = (c: number): Float64Array =>
    Float64Array.from({ length: table.rows }, (_, r) => table.data[r * table.cols + c]!);
  const channels = (pair: number): readonly [number, number] =>
    layout === 'half' ? [pair, pair + table.cols / 2] : [2 * pair, 2 * pair + 1];
  return {
    x: positions,
    panels: pairs.map((pair) => {
      const [sine, cosine] = channels(pair);
      const turn = wavelengths?.[pair];
      return {
        title: `pair ${pair}${turn === undefined ? '' : `, a turn in ${turn < 100 ? turn.toFixed(1) : Math.round(turn).toLocaleString('en')} positions`}`,
        series: [
          { name: 'sine', values: channel(sine) },
          { name: 'cosine', values: channel(cosine) },
        ],
      };
    }),
  };
}
