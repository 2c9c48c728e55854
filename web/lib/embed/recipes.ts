/** What `<posenc-chart>` and the notebook widget draw of a spec: one recipe a chart, which asks the library for the data. */
import type { ChartElement } from '../charts/index.js';
import {
  attentionMatrix,
  channelCurves,
  type ChartOptions,
  clockHands,
  heatMap,
  lineChart,
  spectrumChart,
  wavelengthBands,
} from '../charts/index.js';
import { PosencError } from '../checks/errors.js';
import type { EncodingSpec, Posenc } from '../types/posenc.js';

export interface ChartRequest {
  /** An encoding, or for `wavelength-bands` a model's config.json. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly chart: string;
  readonly positions: number;
  readonly options: ChartOptions;
}
type Recipe = (pe: Posenc, request: ChartRequest & { readonly spec: EncodingSpec }) => Promise<ChartElement>;

/** Pairs that are shown where nothing says which: fast, slower, slow. */
const someOf = (count: number): number[] => [
  ...new Set([0, 1 / 8, 1 / 4, 1 / 2].map((share) => Math.floor(share * count))),
];

const recipes: Readonly<Record<string, Recipe>> = {
  'heat-map': async (pe, { spec, positions, options }) =>
    heatMap(await pe.table(spec, positions), { ...options, rows: { title: 'position' }, cols: { title: 'channel' } }),
  line: async (pe, { spec, positions, options }) =>
    lineChart(
      { series: [{ name: 'kernel', values: await pe.kernelProfile(spec, positions) }] },
      { ...options, x: { title: 'offset' }, y: { title: 'k(Δ)' } },
    ),
  'channel-curves': async (pe, { spec, positions, options }) => {
    const [table, frequencies] = [await pe.table(spec, positions), await pe.frequencies(spec)];
    const wavelengths = frequencies.map((frequency) => (2 * Math.PI) / frequency);
    return channelCurves({ table, pairs: someOf(frequencies.length), wavelengths }, options);
  },
  'clock-hands': async (pe, { spec, positions, options }) =>
    clockHands({ frequencies: await pe.frequencies(spec) }, { ...options, positions }),
  'wavelength-bands': async (pe, { spec, options }) =>
    wavelengthBands(
      'encoding' in spec
        ? {
            pairs: Array.from(await pe.frequencies(spec), (frequency, index) => ({
              index,
              wavelength: (2 * Math.PI) / frequency,
              unscaledFrequency: frequency,
            })),
          }
        : await pe.report(spec as object),
      options,
    ),
  spectrum: async (pe, { spec, positions, options }) => {
    const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { table: { spec, positions } });
    return spectrumChart({ series: [{ name: 'eigenvalues', values: eigenvalues }] }, options);
  },
  'attention-matrix': async (pe, { spec, positions, options }) => {
    const bias = await pe.attentionBias(spec, positions, positions, { head: 0 });
    return attentionMatrix(bias, { ...options, quantity: 'bias' });
  },
};

export const chartIds: readonly string[] = Object.keys(recipes);

export function chartOf(pe: Posenc, request: ChartRequest): Promise<ChartElement> {
  const recipe = Object.hasOwn(recipes, request.chart) ? recipes[request.chart] : undefined;
  if (recipe === undefined)
    throw new PosencError(
      'bad_argument',
      'chart',
      `chart must be one of ${chartIds.join(', ')}, got '${request.chart}'`,
    );
  return recipe(pe, request as Parameters<Recipe>[1]);
}
