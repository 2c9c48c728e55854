/** What `<posenc-chart>` and the notebook widget draw of a spec: one recipe a chart, which asks the library for the data. */
import type { ChartElement, ChartOptions, WavelengthPair } from '../charts/index.js';
import {
  attentionMatrix,
  barChart,
  channelCurves,
  clockHands,
  heatMap,
  lineChart,
  scatter,
  scatter3d,
  smallMultiples,
  spectrumChart,
  wavelengthBands,
} from '../charts/index.js';
import { PosencError } from '../checks/errors.js';
import type { EncodingSpec, Posenc, PositionRange } from '../types/posenc.js';
import type { Stage } from '../types/registry.js';

export interface SpecRequest {
  /** An encoding, or for `wavelength-bands` a model's config.json. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly positions: number;
  /** In the place of so many from 0 on. */
  readonly range?: PositionRange | undefined;
  readonly options: ChartOptions;
}
type Recipe = (pe: Posenc, request: SpecRequest & { readonly spec: EncodingSpec }) => Promise<ChartElement>;

/** Pairs that are shown where nothing says which: fast, slower, slow. */
const someOf = (count: number): number[] => [
  ...new Set([0, 1 / 8, 1 / 4, 1 / 2].map((share) => Math.floor(share * count))),
];
const mostPanels = 12;
const evenly = (count: number, most: number): number[] => {
  const shown = Math.min(count, most);
  return Array.from({ length: shown }, (_, i) => Math.floor((i * count) / shown));
};
const numbered = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i);

const has = (pe: Posenc, spec: EncodingSpec, stage: Stage): boolean =>
  pe.encodings.find(({ id }) => id === spec.encoding)?.stages.includes(stage) === true;

/** The first principal coordinates of the positions in their table: modes of its Gram matrix by the roots of their shares. */
async function principal(
  pe: Posenc,
  { spec, positions }: { readonly spec: EncodingSpec; readonly positions: number },
  count: number,
): Promise<Float64Array[]> {
  const { eigenvalues, atSamples } = await pe.analyse(
    { analysis: 'mercer', modes: count },
    { table: { spec, positions } },
  );
  if (eigenvalues.length < count)
    throw new PosencError(
      'bad_argument',
      'spec',
      `the positions of this spec lie in ${eigenvalues.length} principal directions, the chart shows ${count}`,
    );
  const { data, cols } = atSamples;
  return Array.from({ length: count }, (_, k) =>
    data.slice(k * cols, (k + 1) * cols).map((value) => value * Math.sqrt(eigenvalues[k] as number)),
  );
}

/** Before and after an extension of the context; a wave over several axes by its speed along its own direction. */
async function pairsOf(pe: Posenc, spec: EncodingSpec): Promise<WavelengthPair[]> {
  const speeds = async (of: EncodingSpec): Promise<Float64Array> => {
    const [frequencies, { axes }] = [await pe.frequencies(of), await pe.shape(of)];
    return Float64Array.from({ length: frequencies.length / axes }, (_, pair) =>
      Math.hypot(...frequencies.subarray(pair * axes, (pair + 1) * axes)),
    );
  };
  const scaled = 'scaling' in spec && spec.scaling !== undefined;
  const [now, before] = [await speeds(spec), scaled ? await speeds({ ...spec, scaling: undefined }) : undefined];
  return Array.from(now, (speed, index) => ({
    index,
    wavelength: speed === 0 ? undefined : (2 * Math.PI) / speed,
    unscaledFrequency: before?.[index] ?? speed,
  }));
}

const recipes: Readonly<Record<string, Recipe>> = {
  line: async (pe, { spec, positions, options }) =>
    lineChart(
      { series: [{ name: 'kernel', values: await pe.kernelProfile(spec, positions) }] },
      { x: { title: 'offset' }, y: { title: 'k(Δ)' }, ...options },
    ),
  'heat-map': async (pe, { spec, positions, range, options }) => {
    const { start = 0, step = 1 } = range ?? {};
    const rows = { title: 'position', ...(range ? { label: (row: number) => String(start + row * step) } : {}) };
    return heatMap(await pe.table(spec, range ?? positions), { rows, cols: { title: 'channel' }, ...options });
  },
  scatter: async (pe, { options, ...of }) => {
    const [x, y] = (await principal(pe, of, 2)) as [Float64Array, Float64Array];
    return scatter(
      { x, y, value: numbered(x.length), valueName: 'position' },
      { item: 'position', x: { title: 'first principal direction' }, y: { title: 'second' }, ...options },
    );
  },
  scatter3d: async (pe, { options, ...of }) => {
    const [x, y, z] = (await principal(pe, of, 3)) as [Float64Array, Float64Array, Float64Array];
    return scatter3d(
      { x, y, z, value: numbered(x.length), valueName: 'position' },
      { item: 'position', axes: ['first direction', 'second', 'third'], joined: true, ...options },
    );
  },
  /** The bias of the first head; of an encoding without one, the kernel of the positions. */
  'attention-matrix': async (pe, { spec, positions, options }) =>
    has(pe, spec, 'attentionBias')
      ? attentionMatrix(await pe.attentionBias(spec, positions, positions, { head: 0 }), {
          quantity: 'bias',
          ...options,
        })
      : attentionMatrix(await pe.gram(spec, positions), { quantity: 'kernel', ...options }),
  /** Channels of the table; of an encoding without one, the bias of heads over the distance. */
  'small-multiples': async (pe, { spec, positions, options }) => {
    if (!has(pe, spec, 'table')) {
      const { data, rows, cols } = await pe.biasVector(spec, positions, positions);
      const panels = evenly(rows, mostPanels).map((head) => ({
        title: `head ${head}`,
        series: [{ name: 'bias', values: data.slice(head * cols, (head + 1) * cols) }],
      }));
      const x = Float64Array.from({ length: cols }, (_, i) => i - positions + 1);
      return smallMultiples({ x, panels }, { x: { title: 'distance' }, y: { title: 'bias' }, ...options });
    }
    const { data, rows, cols } = await pe.table(spec, positions);
    const panels = evenly(cols, mostPanels).map((channel) => ({
      title: `channel ${channel}`,
      series: [
        { name: 'value', values: Float64Array.from({ length: rows }, (_, r) => data[r * cols + channel] as number) },
      ],
    }));
    return smallMultiples({ panels }, { x: { title: 'position' }, ...options });
  },
  /** How many directions the positions take, by four counts; of an encoding without a table, what its heads have. */
  bar: async (pe, { spec, positions, options }) => {
    if (!has(pe, spec, 'table')) {
      const fact = (await pe.facts(spec)).find(({ cols }) => cols === 1);
      if (!fact)
        throw new PosencError(
          'not_defined',
          'chart',
          `'${spec.encoding}' has neither a table nor facts of its heads for bars`,
        );
      const names = Array.from(fact.values, (_, head) => `head ${head}`);
      return barChart(
        { names, series: [{ name: fact.name, values: fact.values }] },
        { y: { title: fact.name }, ...options },
      );
    }
    const { participationRatio, effectiveRank, stableRank, numericalRank } = await pe.analyse(
      { analysis: 'spectrum' },
      { table: { spec, positions } },
    );
    return barChart(
      {
        names: ['stable rank', 'participation ratio', 'effective rank', 'numerical rank'],
        series: [{ name: 'directions', values: [stableRank, participationRatio, effectiveRank, numericalRank] }],
      },
      { y: { title: 'directions that the positions take' }, ...options },
    );
  },
  'channel-curves': async (pe, { spec, positions, options }) => {
    const [table, frequencies] = [await pe.table(spec, positions), await pe.frequencies(spec)];
    const wavelengths = frequencies.map((frequency) => (2 * Math.PI) / frequency);
    return channelCurves({ table, pairs: someOf(frequencies.length), wavelengths }, options);
  },
  'wavelength-bands': async (pe, { spec, options }) =>
    wavelengthBands('encoding' in spec ? { pairs: await pairsOf(pe, spec) } : await pe.report(spec as object), options),
  spectrum: async (pe, { spec, positions, options }) => {
    const { eigenvalues } = await pe.analyse({ analysis: 'spectrum' }, { table: { spec, positions } });
    return spectrumChart({ series: [{ name: 'eigenvalues', values: eigenvalues }] }, options);
  },
  'clock-hands': async (pe, { spec, positions, options }) =>
    clockHands({ frequencies: await pe.frequencies(spec) }, { positions, ...options }),
};

/** @param chart an id of the list of charts */
export function chartOfSpec(pe: Posenc, chart: string, request: SpecRequest): Promise<ChartElement> {
  const recipe = Object.hasOwn(recipes, chart) ? recipes[chart] : undefined;
  if (recipe === undefined) throw new Error(`there is no recipe for '${chart}'`);
  return recipe(pe, request as Parameters<Recipe>[1]);
}
