/** All charts, each with what makes it. The tests and the element `posenc-chart` follow from this list. */
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
import { type ChartId, type ChartTitle, titles } from './titles.js';

export interface ChartRow extends ChartTitle {
  /** Takes data of its own; who calls it by its id must know them. */
  readonly make: Chart<never, never>;
}

const makes: Readonly<Record<ChartId, Chart<never, never>>> = {
  line: lineChart,
  'heat-map': heatMap,
  scatter,
  scatter3d,
  'attention-matrix': attentionMatrix,
  'small-multiples': smallMultiples,
  bar: barChart,
  'channel-curves': channelCurves,
  'wavelength-bands': wavelengthBands,
  spectrum: spectrumChart,
  'clock-hands': clockHands,
};

export const charts: readonly ChartRow[] = /* @__PURE__ */ titles.map((title) => ({ ...title, make: makes[title.id] }));
