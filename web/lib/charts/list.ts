/** All charts. The gallery, the tests and the element `posenc-chart` follow from this list. */
import type { Chart } from './core/chart.js';
import { attentionMatrix } from './kinds/attention-matrix.js';
import { barChart } from './kinds/bar.js';
import { channelCurves } from './kinds/channel-curves.js';
import { clockHands } from './kinds/clock-hands.js';
import { heatMap } from './kinds/heat-map.js';
import { lineChart } from './kinds/line.js';
import { scatter } from './kinds/scatter.js';
import { scatter3d } from './kinds/scatter3d.js';
import { smallMultiples } from './kinds/small-multiples.js';
import { spectrumChart } from './kinds/spectrum.js';
import { wavelengthBands } from './kinds/wavelength-bands.js';

export interface ChartRow {
  /** Names the file of `kinds/` and the example. */
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
  /** Takes data of its own; who calls it by its id must know them. */
  readonly make: Chart<never, never>;
}

export const charts: readonly ChartRow[] = [
  { id: 'line', title: 'Lines', purpose: 'Quantities over a common x, up to a million points each.', make: lineChart },
  {
    id: 'heat-map',
    title: 'Heat map',
    purpose: 'A matrix of up to 4096 × 4096 numbers, to zoom into and to read.',
    make: heatMap,
  },
  {
    id: 'scatter',
    title: 'Scatter plot',
    purpose: 'Points of two numbers, coloured by group or by a third.',
    make: scatter,
  },
  {
    id: 'scatter3d',
    title: 'Scatter plot in space',
    purpose: 'Points of three numbers, turned by hand.',
    make: scatter3d,
  },
  {
    id: 'attention-matrix',
    title: 'Attention matrix',
    purpose: 'Queries by keys, with one row read out as bars.',
    make: attentionMatrix,
  },
  {
    id: 'small-multiples',
    title: 'Small multiples',
    purpose: 'The same curves of many things on common axes.',
    make: smallMultiples,
  },
  {
    id: 'bar',
    title: 'Bars with intervals',
    purpose: 'Named things beside each other, with how sure they are.',
    make: barChart,
  },
  {
    id: 'channel-curves',
    title: 'Channel curves',
    purpose: 'Sine and cosine of chosen pairs over the position.',
    make: channelCurves,
  },
  {
    id: 'wavelength-bands',
    title: 'Wavelength bands',
    purpose: 'What an extension of the context does to each pair.',
    make: wavelengthBands,
  },
  {
    id: 'spectrum',
    title: 'Spectrum',
    purpose: 'How fast eigenvalues fall, and where most of the sum is reached.',
    make: spectrumChart,
  },
  {
    id: 'clock-hands',
    title: 'Frequency clocks',
    purpose: 'A dial for each pair, turned by the position.',
    make: clockHands,
  },
];
