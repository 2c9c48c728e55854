/** Small data for every chart, made of sums and products only, so they are equal everywhere; and invalid data. */
const range = (n, f = (i) => i) => Float64Array.from({ length: n }, (_, i) => f(i));
/** Periodic, with values that every engine computes equally. */
const wave = (i, period) => {
  const part = ((i % period) + period) % period;
  const x = (2 * part) / period - 1;
  return 1 - 2 * x * x;
};
const matrix = (rows, cols, f) => ({ rows, cols, data: range(rows * cols, (i) => f(Math.floor(i / cols), i % cols)) });

/** Chart id → cases: data, options, and the field of the PosencError for invalid cases. */
export const chartCases = {
  line: {
    good: [
      {
        data: {
          x: range(33),
          series: [
            { name: 'triangle', values: range(33, (i) => wave(i, 16)), spread: range(33, () => 0.2) },
            { name: 'with a hole', values: range(33, (i) => (i > 10 && i < 15 ? NaN : i / 16)) },
          ],
        },
        options: {
          title: 'Two <curves> & a band',
          x: { title: 'position' },
          y: { title: 'value' },
          rules: [{ value: 1.5, text: 'limit' }],
        },
      },
      {
        data: { x: range(40, (i) => 2 ** (i / 4)), series: [{ name: 'power', values: range(40, (i) => 2 ** -i) }] },
        options: { x: { title: 'n', log: true }, y: { log: true }, theme: 'dark', width: 360 },
      },
      {
        data: {
          series: [
            { name: 'measured', values: range(20, (i) => 2 ** -i), strong: true },
            { name: 'predicted', values: range(20, (i) => 2 ** -i * 1.5), colour: 0, dashed: true, keyed: false },
            { name: 'another', values: range(20, (i) => 1 / (i + 1)), colour: 9 },
          ],
        },
        options: {
          y: { title: 'error', log: true },
          rules: [{ value: 1e-5, text: 'precision', below: true }, { value: 0.1 }],
          marks: [{ value: 4 }, { value: 12.5, text: 'position' }, { value: 99 }],
          chosen: 7,
        },
      },
      {
        data: { x: range(24, (i) => i >> 1), series: [{ name: 'at one place', values: range(24, (i) => wave(i, 9)) }] },
        options: { joined: false, chosen: 30 },
      },
    ],
    bad: [
      [{ x: range(3), series: [{ name: 'a', values: range(4) }] }, 'series[0]'],
      [
        {
          series: [
            { name: 'a', values: range(4) },
            { name: 'b', values: range(5) },
          ],
        },
        'series[1]',
      ],
      [{ series: [{ name: 'a', values: undefined }] }, 'series[0]'],
    ],
  },
  'heat-map': {
    good: [
      {
        data: matrix(12, 20, (r, c) => wave(r * c, 30)),
        options: { title: 'Waves', rows: { title: 'position' }, cols: { title: 'channel' } },
      },
      {
        data: matrix(3, 4, (r, c) => (c > r ? -Infinity : r * c)),
        options: { colours: 'cividis', cols: { label: (c) => 'abcd'[c] } },
      },
    ],
    bad: [
      [{ rows: 2, cols: 2, data: range(5) }, 'matrix.data'],
      [{ rows: 0, cols: 2, data: range(0) }, 'matrix.rows'],
      [{ rows: 1, cols: 5000, data: range(5000) }, 'matrix.cols'],
    ],
  },
  scatter: {
    good: [
      {
        data: {
          x: range(20),
          y: range(20, (i) => wave(i, 9)),
          group: range(20, (i) => i % 2),
          groups: ['even', 'odd'],
        },
        options: { title: 'Points', x: { title: 'x' }, y: { title: 'y' } },
      },
      { data: { x: range(20, (i) => i + 1), y: range(20), value: range(20) }, options: { x: { log: true } } },
    ],
    bad: [
      [{ x: range(3), y: range(2) }, 'y[0]'],
      [{ x: range(3), y: range(3), group: range(1) }, 'group[0]'],
    ],
  },
  scatter3d: {
    good: [
      {
        data: { x: range(30), y: range(30, (i) => wave(i, 11)), z: range(30, (i) => wave(i, 7)), value: range(30) },
        options: { title: 'Space', joined: true },
      },
    ],
    bad: [[{ x: range(3), y: range(3), z: range(2) }, 'z[0]']],
  },
  'attention-matrix': {
    good: [
      {
        data: matrix(5, 5, (q, k) => (k > q ? NaN : 1 / (q + 1))),
        options: { title: 'Mean of the past', queries: [...'abcde'], keys: [...'abcde'] },
      },
    ],
    bad: [[{ rows: 2, cols: 2, data: range(3) }, 'matrix.data']],
  },
  'small-multiples': {
    good: [
      {
        data: {
          panels: [3, 5, 8, 13].map((period) => ({
            title: `period ${period}`,
            series: [{ name: 'wave', values: range(40, (i) => wave(i, period)) }],
          })),
        },
        options: { title: 'Periods', x: { title: 'position' }, y: { title: 'value' } },
      },
    ],
    bad: [
      [
        {
          panels: [
            { title: 'a', series: [{ name: 'a', values: range(2) }] },
            { title: 'b', series: [{ name: 'b', values: range(3) }] },
          ],
        },
        'panels[1]',
      ],
    ],
  },
  bar: {
    good: [
      {
        data: {
          names: ['sinusoidal', 'rope', 'an encoding with a long name'],
          series: [
            { name: 'short', values: [1, 2, 3], low: [0.5, 1.5, 2], high: [1.5, 2.5, 4] },
            { name: 'long', values: [-1, 0, 1.5] },
          ],
        },
        options: { title: 'Bars', y: { title: 'error' } },
      },
    ],
    bad: [
      [{ names: ['a', 'b'], series: [{ name: 's', values: [1] }] }, 'series[0]'],
      [{ names: ['a'], series: [{ name: 's', values: [1], low: [0] }] }, 'series[0]'],
    ],
  },
  'channel-curves': {
    good: [
      {
        data: { table: matrix(24, 4, (p, c) => wave(p + 3 * c, c < 2 ? 6 : 20)), pairs: [0, 1], wavelengths: [6, 20] },
        options: { title: 'Pairs' },
      },
      { data: { table: matrix(24, 4, (p, c) => wave(p, 6 + c)), pairs: [1] }, options: { layout: 'half' } },
    ],
    bad: [[{ table: matrix(2, 4, () => 0), pairs: [2] }, 'pairs[0]']],
  },
  'wavelength-bands': {
    good: [
      {
        data: {
          trainedContext: 64,
          contextLength: 512,
          pairs: ['kept', 'kept', 'blended', 'scaled', 'off'].map((band, index) => ({
            index,
            band,
            wavelength: band === 'off' ? undefined : 6 * 4 ** index * (band === 'kept' ? 1 : band === 'scaled' ? 8 : 3),
            unscaledFrequency: (2 * Math.PI) / (6 * 4 ** index),
          })),
        },
        options: { title: 'Bands' },
      },
      {
        data: {
          pairs: [0, 2, 4, 6].map((index) => ({
            index,
            wavelength: index < 6 ? 6 * 4 ** index : undefined,
            unscaledFrequency: index < 6 ? (2 * Math.PI) / (6 * 4 ** index) : 0,
          })),
        },
        options: { height: 240 },
      },
    ],
    bad: [[{ pairs: [{ index: 0, wavelength: 3, unscaledFrequency: -1 }] }, 'pairs[0].unscaledFrequency']],
  },
  spectrum: {
    good: [
      {
        data: {
          series: [
            { name: 'fast', values: range(24, (i) => 4 ** -i) },
            { name: 'slow', values: range(24, (i) => 1 / (i + 1)) },
          ],
        },
        options: { title: 'Decay' },
      },
    ],
    bad: [[{ x: range(2), series: [{ name: 'a', values: range(3) }] }, 'series[0]']],
  },
  'clock-hands': {
    good: [{ data: { frequencies: [1, 0.5, 0.25, 0.125, 0.0625] }, options: { title: 'Clocks', position: 3 } }],
    bad: [
      [{ frequencies: [1], pairs: [1] }, 'pairs[0]'],
      [{ frequencies: range(257, () => 1) }, 'pairs'],
    ],
  },
};
