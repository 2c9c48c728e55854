/** "The kernel of this embedding approximates the NTK of a wide network with periodic activations": five parts. */
import { analyses, type AnalysisResults } from 'posenc';
import { stepped } from '../calls.js';
import { analysisTexts } from '../documented/analyses.js';
import { numberControl } from '../widgets/controls.js';
import { type Content, fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { datum, short } from '../widgets/format.js';
import { rich } from '../widgets/rich.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import { chartAt, digits, distance, looked, readingOf, upTo } from './figures.js';
import { periodicNetwork } from './periodic-draw.js';
import { type BiasState, fitsDim, fitsFrom } from './state.js';

type Results = AnalysisResults['periodic-network'];
interface PeriodicKernels {
  readonly of: Results;
  /** Kernels of one network at the same pairs: v trained; v, b and w trained. */
  readonly readout: Float64Array;
  readonly all: Float64Array;
}

const lagCount = 512;
/** Offsets of the compared pairs (x, x + δ). */
const offsets = 128;
const networkWidth = 16_384;
const seed = 1;

export function mountClaim(root: HTMLElement, ctx: Context): void {
  const { pe, state } = ctx;
  const info = analyses.find(({ id }) => id === 'periodic-network');
  if (info === undefined) throw new Error('the registry has no periodic-network');
  fill(root.querySelector('.formula')!, tex(analysisTexts.formulaOf(info), { display: true }));
  fill(
    root.querySelector('.field-pair')!,
    numberControl<BiasState>(ctx, {
      ...{ name: 'claimDim', label: 'width of the encoding', doc: 'The sinusoidal encoding of this many channels.' },
      ...{ min: 8, max: 1024, log: true, integer: true },
      fits: fitsDim,
    }),
    numberControl<BiasState>(ctx, {
      ...{ name: 'claimFrom', label: 'first position x', doc: 'Kernels are shown for the pairs (x, x + δ).' },
      ...{ min: 0, max: 200, integer: true },
      fits: fitsFrom,
    }),
  );
  const charts = [chartAt('claim-kernels'), chartAt('claim-gaussian'), chartAt('claim-widths')] as const;
  const seen = looked(root);
  section({
    at: root.querySelector('.linked-charts')!,
    doing: 'Drawing networks',
    inputs: () => (seen.value ? { dim: state.value.claimDim, from: state.value.claimFrom } : undefined),
    async compute({ dim, from }, signal, onProgress): Promise<PeriodicKernels> {
      const frequencies = await pe.frequencies({ encoding: 'sinusoidal', dim }, { signal });
      const pairs = Array.from({ length: offsets }, (_, delta) => [from, from + delta]);
      const of = await pe.analyse(
        { analysis: 'periodic-network', lags: lagCount },
        { frequencies, pairs },
        { signal, onProgress: (done) => onProgress(0.7 * done) },
      );
      const tangent = await pe.analyse(
        {
          analysis: 'empirical-ntk',
          parameterization: 'standard',
          layers: [{ layer: 'dense', width: networkWidth }, { layer: 'cos' }, { layer: 'dense', width: 1 }],
        },
        {
          x: Float64Array.of(from),
          other: Float64Array.from(pairs, ([, x]) => x!),
          parameters: periodicNetwork(frequencies, networkWidth, seed).parameters,
        },
        { signal, onProgress: (done) => onProgress(0.7 + 0.3 * done) },
      );
      // Embed code contains these numbers, because a call would need all weights of the network.
      const readout = tangent.hiddenKernel.data.map((value) => 2 * value);
      // The term of the first layer is that of w and b; that of v is the read-out's.
      const all = tangent.layerTerms.data.slice(0, offsets).map((term, i) => term + readout[i]!);
      return { of, readout, all };
    },
    draw(result, { dim, from }) {
      root.dataset['computed'] = `${dim},${from}`;
      drawCharts(charts, result, from);
      fill(root.querySelector('.verdicts')!, ...verdicts(result, from));
    },
  });
}

type Chart = ReturnType<typeof chartAt>;
function drawCharts(
  [kernels, gaussian, widths]: readonly [Chart, Chart, Chart],
  result: PeriodicKernels,
  from: number,
): void {
  const { of } = result;
  // Divided by their first values, so that all curves fit into one chart.
  const series = [
    { name: 'v trained: k̂(δ)', colour: 0, dashed: true, values: of.readout! },
    { name: 'v and b: 2k̂(δ)', colour: 2, dashed: true, values: of.readoutAndPhase! },
    { name: 'v, b and w: the NTK', colour: 1, dashed: true, values: of.allParameters! },
    { name: 'v, b and ln w', colour: 4, dashed: true, values: of.logFrequencies! },
    { name: `v trained, a network of width ${short(networkWidth)}`, colour: 0, values: result.readout },
    { name: 'v, b and w, the same network', colour: 1, values: result.all },
  ].map((one) => ({ ...one, values: stepped('times', one.values, 1 / one.values[0]!) }));
  kernels.show({
    x: upTo(offsets),
    xTitle: 'offset δ',
    yTitle: 'Θ(x, x + δ) / Θ(x, x)',
    series,
    describe: readingOf((i) => `δ = ${i}`, series),
    summary: () =>
      `Pairs (${from}, ${from} + δ), each curve over its value at δ = 0. Dashed: predicted; solid: measured on one random network.`,
  });
  const bell = (scale: number, sigma: number): Float64Array =>
    upTo(lagCount).map((k) => scale * Math.exp(-((sigma * k) ** 2) / 2));
  const profiles = [
    { name: 'sinusoidal encoding', colour: 0, values: of.profile },
    { name: 'nearest Gaussian, any height', colour: 4, dashed: true, values: bell(of.fitScale, of.fitSigma) },
    { name: 'nearest Gaussian with k̂(0) = 1', colour: 1, dashed: true, values: bell(1, of.normalisedFitSigma) },
  ];
  gaussian.show({
    x: upTo(lagCount),
    xTitle: 'offset δ',
    yTitle: 'k̂(δ)',
    series: profiles,
    describe: readingOf((k) => `δ = ${k}`, profiles),
  });
  const errors = [
    { name: 'random phases', colour: 0, values: of.phaseError },
    { name: 'expected √((V + ½)/m)', colour: 0, dashed: true, values: of.phaseExpected },
    { name: 'pairs of sine and cosine', colour: 4, values: of.pairError },
    { name: 'expected √(2V/m)', colour: 4, dashed: true, values: of.pairExpected },
  ];
  widths.show({
    x: of.widths,
    xTitle: 'width m',
    yTitle: 'root mean square error of k̂',
    logX: true,
    logY: true,
    series: errors,
    describe: readingOf((i) => `m = ${short(of.widths[i]!)}`, errors),
  });
}

function verdicts({ of, readout: measured, all }: PeriodicKernels, from: number): HTMLElement[] {
  const [readout, everything] = [of.readout!, of.allParameters!];
  const at = Math.min(3, offsets - 1);
  const percent = (value: number): HTMLElement => datum(value, `${digits(100 * value, 2)} %`);
  const number = (value: number, count = 3): HTMLElement => datum(value, digits(value, count));
  return [
    verdict(
      true,
      'The first layer frozen, only $v$ trained: NNGP = NTK = $\\hat k(\\delta)$.',
      ...['One network of width ', short(networkWidth), ' is off by ', percent(distance(measured, readout))],
      ' over these pairs.',
    ),
    verdict(
      true,
      '$v$ and the phases $b$ trained: $2\\hat k(\\delta)$.',
      ...['At δ = 0 it is ', datum(of.readoutAndPhase![0]!), ', twice the read-out’s ', datum(readout[0]!), '.'],
    ),
    verdict(
      false,
      "Everything trained, which is the NTK: $(2 + x x')\\,\\hat k(\\delta)$, not stationary.",
      ...[`At (${from}, ${from + at}) it is `, number(everything[at]!, 5), ', measured ', number(all[at]!, 5)],
      ...['; k̂ there is ', number(readout[at]!), '. The measured one is off by ', percent(distance(all, everything))],
      ' over all pairs.',
    ),
    verdict(
      false,
      'Normal weights, the usual wide network: $e^{-\\sigma^2\\delta^2/2}$.',
      ...['The nearest Gaussian misses the profile over δ < ', short(lagCount), ' by ', percent(of.fitError)],
      ...[', and by ', percent(of.normalisedFitError), ' if it is to be 1 at 0.'],
    ),
    verdict(
      undefined,
      'A wide network comes near: with random phases the variance is $(V + \\tfrac12)/m$, with pairs $2V/m$.',
      ...(of.phaseSlope === undefined || of.pairSlope === undefined
        ? []
        : [
            ...['Measured slopes over ln m: ', number(of.phaseSlope), ' and ', number(of.pairSlope)],
            ', predicted −0.5. ',
          ]),
      'Pairs, as the encoding has them, are the better estimate only where V < ½, V being the variance of cos ωδ.',
    ),
  ];
}

function verdict(holds: boolean | undefined, statement: string, ...figures: readonly Content[]): HTMLElement {
  const word = holds === undefined ? 'in part' : holds ? 'true' : 'false';
  return html`<li data-verdict=${word}>
    <span class="verdict-word">${word}</span>
    <div>
      <p>${rich(statement) as Content[]}</p>
      <p class="explained">${figures}</p>
    </div>
  </li>`;
}
