/** "The kernel of this embedding approximates the NTK of a wide network with periodic activations": five parts. */
import { derived } from '../../lib/charts/core/origin.js';
import { computed, effect, signal } from '@preact/signals-core';
import type { AnalysisResults } from 'posenc';
import { analysisTexts } from '../documented/analyses.js';
import type { Child } from '../widgets/dom.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { numberField } from '../widgets/number-field.js';
import { rich } from '../widgets/rich.js';
import { note } from '../widgets/section.js';
import { seriesView } from '../widgets/series-view.js';
import { tex } from '../widgets/tex.js';
import { whenSeen } from '../widgets/when-seen.js';
import type { Context } from './context.js';
import { digits, distance } from './figures.js';
import { periodicNetwork } from './periodic-draw.js';
import { fitsDim, fitsFrom } from './state.js';

type Results = AnalysisResults['periodic-network'];
interface Measured {
  readonly width: number;
  /** At the same pairs: v trained; v, b and w trained. */
  readonly readout: Float64Array;
  readonly all: Float64Array;
}
interface Shown {
  readonly of: Results;
  readonly dim: number;
  readonly from: number;
  readonly measured: Measured;
}

const lagCount = 512;
/** Offsets of the compared pairs (x, x + δ). */
const offsets = 128;
const networkWidth = 16_384;
const seed = 1;

export function mountClaim(root: HTMLElement, ctx: Context): void {
  const { pe, state, update } = ctx;
  const info = pe.analyses.find(({ id }) => id === 'periodic-network');
  if (info === undefined) throw new Error('the registry has no periodic-network');
  const work = job('Drawing networks');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const settings = computed(() => state.value.claim);
  const dim = numberField({
    name: 'dim',
    label: 'width of the encoding',
    doc: 'The sinusoidal encoding of this many channels.',
    ...{ min: 8, max: 1024, log: true, integer: true },
    onInput: (value, final) => take('dim', value, final, 'an even number from 2 to 4096', fitsDim),
  });
  const from = numberField({
    name: 'from',
    label: 'first position x',
    doc: 'Kernels are shown for the pairs (x, x + δ).',
    ...{ min: 0, max: 200, integer: true },
    onInput: (value, final) => take('from', value, final, 'a whole number from 0 to 10000', fitsFrom),
  });
  function take(
    name: 'dim' | 'from',
    value: number | undefined,
    final: boolean,
    what: string,
    fits: (x: number) => boolean,
  ): void {
    const wrong = value !== undefined && fits(value) ? undefined : `this must be ${what}`;
    (name === 'dim' ? dim : from).setError(wrong);
    if (wrong === undefined) update({ claim: { ...settings.peek(), [name]: value! } }, final);
  }
  effect(() => {
    dim.set(settings.value.dim);
    from.set(settings.value.from);
  });
  const kernels = seriesView({ name: 'Kernels of one periodic network', file: () => 'periodic-kernels' });
  const gaussian = seriesView({
    name: 'Profile and the nearest Gaussians',
    file: () => 'periodic-gaussian',
  });
  const widths = seriesView({ name: 'Error over the width', file: () => 'periodic-widths' });
  const verdicts = h('ol', { class: 'verdicts' });
  const figure = (id: string, title: string, ...children: HTMLElement[]): HTMLElement =>
    h('figure', { 'data-chart': id }, h('h3', {}, title), ...children);
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'claim-title' }, 'A claim about periodic networks'),
      h(
        'p',
        { class: 'purpose' },
        'A paper says of the sinusoidal encoding that “the kernel induced by this embedding approximates the NTK of a wide network with periodic activations”. Five statements can be meant by it; two are true.',
      ),
    ),
    tex(analysisTexts.formulaOf(info), { display: true }),
    h('div', { class: 'field-pair' }, dim.element, from.element),
    work.element,
    fault,
    verdicts,
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      figure('claim-kernels', 'What is trained decides', kernels.element),
      figure('claim-gaussian', 'Normal weights give a Gaussian', gaussian.element),
      figure('claim-widths', 'Random networks come to k̂ with the width', widths.element),
    ),
    note(
      'The correct statement',
      h(
        'p',
        {},
        'The sinusoidal encoding is a deterministic quadrature, on a log-uniform grid, of a random-feature kernel with a 1/f spectrum. It is the NTK of a wide periodic network only with the frequencies frozen.',
      ),
    ),
  );

  const seen = signal(false);
  whenSeen().watch(root, () => {
    seen.value = true;
    return Promise.resolve();
  });
  const shown = signal<Shown>();
  effect(() => {
    const { dim: channels, from: first } = settings.value;
    if (!seen.value) return;
    work.run(
      async (abort, onProgress): Promise<Shown> => {
        const control = { signal: abort };
        const frequencies = await pe.frequencies({ encoding: 'sinusoidal', dim: channels }, control);
        const pairs = Array.from({ length: offsets }, (_, delta) => [first, first + delta]);
        const of = await pe.analyse(
          { analysis: 'periodic-network', lags: lagCount },
          { frequencies, pairs },
          { ...control, onProgress: (done) => onProgress(0.7 * done) },
        );
        const { parameters } = periodicNetwork(frequencies, networkWidth, seed);
        const tangent = await pe.analyse(
          {
            analysis: 'empirical-ntk',
            parameterization: 'standard',
            layers: [{ layer: 'dense', width: networkWidth }, { layer: 'cos' }, { layer: 'dense', width: 1 }],
          },
          { x: Float64Array.of(first), other: Float64Array.from(pairs, ([, x]) => x!), parameters },
          { ...control, onProgress: (done) => onProgress(0.7 + 0.3 * done) },
        );
        const readout = derived('times', tangent.hiddenKernel.data, 2);
        // The first layer's term is that of w and b; that of v is the read-out's.
        const all = tangent.layerTerms.data.slice(0, offsets).map((term, i) => term + readout[i]!);
        return { of, dim: channels, from: first, measured: { width: networkWidth, readout, all } };
      },
      (result) => {
        fault.hidden = true;
        root.dataset['computed'] = `${channels},${first}`;
        shown.value = result;
      },
      (error) => {
        fault.hidden = false;
        fill(fault, failureOf(error).message);
      },
    );
  });

  effect(() => {
    const now = shown.value;
    if (now === undefined) return;
    const { of, measured, from: first } = now;
    const { readout, readoutAndPhase, allParameters, logFrequencies } = of;
    if (!readout || !readoutAndPhase || !allParameters || !logFrequencies) return;
    const series = [
      { name: 'v trained: k̂(δ)', colour: 0, dashed: true, values: readout },
      { name: 'v and b: 2k̂(δ)', colour: 2, dashed: true, values: readoutAndPhase },
      { name: 'v, b and w: the NTK', colour: 1, dashed: true, values: allParameters },
      { name: 'v, b and ln w', colour: 4, dashed: true, values: logFrequencies },
      { name: `v trained, a network of width ${short(networkWidth)}`, colour: 0, values: measured.readout },
      { name: 'v, b and w, the same network', colour: 1, values: measured.all },
    ].map((one) => ({ ...one, values: over(one.values) }));
    kernels.show({
      x: Float64Array.from({ length: offsets }, (_, i) => i),
      xTitle: 'offset δ',
      yTitle: 'Θ(x, x + δ) / Θ(x, x)',
      series,
      describe: (i) => `δ = ${i}: ${series.map(({ name, values }) => `${name} ${digits(values[i]!, 3)}`).join('; ')}`,
      summary: () =>
        `Pairs (${first}, ${first} + δ), each curve over its value at δ = 0. Dashed: predicted; solid: measured on one random network.`,
    });
    const bell = (scale: number, sigma: number): Float64Array =>
      Float64Array.from({ length: lagCount }, (_, k) => scale * Math.exp(-((sigma * k) ** 2) / 2));
    gaussian.show({
      x: Float64Array.from({ length: lagCount }, (_, k) => k),
      xTitle: 'offset δ',
      yTitle: 'k̂(δ)',
      series: [
        { name: 'sinusoidal encoding', colour: 0, values: of.profile },
        { name: 'nearest Gaussian, any height', colour: 4, dashed: true, values: bell(of.fitScale, of.fitSigma) },
        { name: 'nearest Gaussian with k̂(0) = 1', colour: 1, dashed: true, values: bell(1, of.normalisedFitSigma) },
      ],
      describe: (k) =>
        `δ = ${k}: encoding ${digits(of.profile[k]!, 3)}, Gaussian ${digits(bell(of.fitScale, of.fitSigma)[k]!, 3)}`,
    });
    widths.show({
      x: of.widths,
      xTitle: 'width m',
      yTitle: 'root mean square error of k̂',
      logX: true,
      logY: true,
      series: [
        { name: 'random phases', colour: 0, values: of.phaseError },
        { name: 'expected √((V + ½)/m)', colour: 0, dashed: true, values: of.phaseExpected },
        { name: 'pairs of sine and cosine', colour: 4, values: of.pairError },
        { name: 'expected √(2V/m)', colour: 4, dashed: true, values: of.pairExpected },
      ],
      describe: (i) =>
        `m = ${short(of.widths[i]!)}: phases ${digits(of.phaseError[i]!, 3)} (expected ${digits(of.phaseExpected[i]!, 3)}), pairs ${digits(of.pairError[i]!, 3)} (expected ${digits(of.pairExpected[i]!, 3)})`,
    });
    const at = Math.min(3, offsets - 1);
    const apart = (a: Float64Array, b: Float64Array): HTMLElement => {
      const off = distance(a, b);
      return datum(off, `${digits(100 * off, 2)} %`);
    };
    fill(
      verdicts,
      verdict(
        true,
        'The first layer frozen, only $v$ trained: NNGP = NTK = $\\hat k(\\delta)$.',
        'One network of width ',
        short(networkWidth),
        ' is off by ',
        apart(measured.readout, readout),
        ' over these pairs.',
      ),
      verdict(
        true,
        '$v$ and the phases $b$ trained: $2\\hat k(\\delta)$.',
        'At δ = 0 it is ',
        datum(readoutAndPhase[0]!),
        ', twice the read-out’s ',
        datum(readout[0]!),
        '.',
      ),
      verdict(
        false,
        "Everything trained, which is the NTK: $(2 + x x')\\,\\hat k(\\delta)$, not stationary.",
        `At (${first}, ${first + at}) it is `,
        datum(allParameters[at]!, digits(allParameters[at]!, 5)),
        ', measured ',
        datum(measured.all[at]!, digits(measured.all[at]!, 5)),
        '; k̂ there is ',
        datum(readout[at]!, digits(readout[at]!, 3)),
        '. The measured one is off by ',
        apart(measured.all, allParameters),
        ' over all pairs.',
      ),
      verdict(
        false,
        'Normal weights, the usual wide network: $e^{-\\sigma^2\\delta^2/2}$.',
        'The nearest Gaussian misses the profile over δ < ',
        short(lagCount),
        ' by ',
        datum(of.fitError, `${digits(100 * of.fitError, 2)} %`),
        ', and by ',
        datum(of.normalisedFitError, `${digits(100 * of.normalisedFitError, 2)} %`),
        ' if it is to be 1 at 0.',
      ),
      verdict(
        undefined,
        'A wide network comes near: with random phases the variance is $(V + \\tfrac12)/m$, with pairs $2V/m$.',
        ...(of.phaseSlope === undefined || of.pairSlope === undefined
          ? []
          : [
              'Measured slopes over ln m: ',
              datum(of.phaseSlope, digits(of.phaseSlope, 3)),
              ' and ',
              datum(of.pairSlope, digits(of.pairSlope, 3)),
              ', predicted −0.5. ',
            ]),
        'Pairs, as the encoding has them, are the better estimate only where V < ½, V being the variance of cos ωδ.',
      ),
    );
  });
}

/** Divided by its first value, so that curves of any height lie in one chart. */
function over(values: Float64Array): Float64Array {
  return derived('times', values, 1 / values[0]!);
}

function verdict(holds: boolean | undefined, statement: string, ...figures: readonly Child[]): HTMLElement {
  const word = holds === undefined ? 'in part' : holds ? 'true' : 'false';
  return h(
    'li',
    { 'data-verdict': word },
    h('span', { class: 'verdict-word' }, word),
    h('div', {}, h('p', {}, ...rich(statement)), h('p', { class: 'explained' }, ...figures)),
  );
}
