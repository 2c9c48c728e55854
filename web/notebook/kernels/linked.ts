/**
 * The kernel in five charts that share the chosen offset, eigenvalue and pair of channels. Offsets are blue,
 * eigenvalues green and pairs red in all of them.
 */
import { computed, effect } from '@preact/signals-core';
import { stepped } from '../calls.js';
import { fill, h } from '../kit/dom.js';
import { section } from '../kit/section.js';
import { touched } from '../kit/touched.js';
import { byId } from '../say.js';
import { short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { matrixView } from '../widgets/matrix-view.js';
import { seriesView } from '../widgets/series-view.js';
import { namesOf } from '../widgets/spec-name.js';
import { kernelChosenBar } from './chosen.js';
import type { Context } from './context.js';
import { kernelControls } from './controls.js';
import type { EigenfunctionView } from './eigenfunction.js';
import type { Kernel, KernelMatrix } from './kernel.js';
import { eigenvalueText, matrixOf, pairsOf, reach, waveOf, wavelengthOf, wavelengthText } from './kernel.js';

const mapHeight = 560;
/** Maximum number of wavelength multiples marked in the profile. */
const mostTurns = 24;

export function mountKernel(ctx: Context): void {
  fill(byId('controls'), kernelControls(ctx.pe, ctx, ctx.accepted, ctx.failure));
  linkKernel(ctx, byId('kernel'));
}

/** @param root contains a figure for each chart, as in kernels.html */
export function linkKernel(ctx: Context, root: HTMLElement): void {
  const { pe, state, update, matrix, kernel, accepted } = ctx;
  const part = (selector: string): HTMLElement => root.querySelector(selector)!;
  const charts = part('.linked-charts');
  charts.before(kernelChosenBar(ctx));
  const { named, file } = namesOf(() => matrix.peek()?.spec);
  const view = (what: string, id: string, choose: (item: number) => void) =>
    seriesView({ name: named(what), file: file(id), onChoose: choose });
  const map = matrixView({
    name: named('the kernel matrix'),
    file: file('kernel'),
    height: mapHeight,
    onChoose: ({ row, col }) => {
      const from = matrix.peek();
      if (from) update({ lag: from.offsets.between(row, col) });
    },
    more: ({ row, col }) => {
      const from = matrix.peek();
      return from && { name: 'offset', value: from.offsets.label(from.offsets.between(row, col)) };
    },
  });
  const profile = view('Profile of the kernel', 'profile', (lag) => update({ lag }));
  const spectrum = view('Spectrum of the kernel', 'spectrum', (mode) => update({ mode }));
  const wavelengths = view('Wavelengths of the pairs', 'wavelengths', (pair) => update({ pair }));
  const curve = seriesView({ name: named('Eigenfunction'), file: file('eigenfunction') });
  const title = h('h3', {}, 'Eigenfunction');
  const element = h('div', {}, curve.element);
  let eigenfunction: EigenfunctionView | undefined;
  const place = (id: string, ...parts: HTMLElement[]): void => part(`[data-chart=${id}]`).append(...parts);
  place('matrix', map.element);
  place('profile', profile.element);
  place('wavelengths', wavelengths.element);
  place('spectrum', spectrum.element);
  place('eigenvector', title, element);

  const asked = computed(() => {
    const { start, count, step, head, normalised } = state.value;
    return accepted.value && { accepted: accepted.value, places: { start, count, step, head, normalised } };
  });
  section({
    at: charts,
    doing: 'Computing the kernel',
    inputs: () => asked.value,
    compute: ({ accepted: of, places }, signal) => matrixOf(pe, of, places, signal),
    draw(found) {
      delete root.dataset['stale'];
      matrix.value = found;
    },
    fail: stale,
  });
  // Charts that are not visible at first, and their module, load on the first user action.
  section({
    at: charts,
    doing: 'Analysing the kernel',
    inputs: () => (touched.value ? matrix.value : undefined),
    async compute(found, signal, onProgress) {
      const [{ kernelOf }, { eigenfunctionView }] = await Promise.all([
        import('./analysed.js'),
        import('./eigenfunction.js'),
      ]);
      eigenfunction ??= eigenfunctionView({ title, curve, element, file: file('eigenfunction'), named });
      return kernelOf(pe, found, signal, onProgress);
    },
    draw(found) {
      kernel.value = found;
      root.dataset['computed'] = keyOf([found.spec, found.places.count, found.normalised]);
    },
    fail: stale,
  });
  function stale(wrong: unknown): void {
    root.toggleAttribute('data-stale', wrong !== undefined);
    if (wrong !== undefined) delete root.dataset['computed'];
  }

  effect(() => void (matrix.value && drawMatrix(matrix.value)));
  effect(() => void (kernel.value && drawSpectrum(kernel.value)));
  /** The marked item, if it is in range; a separate signal, so that other marks do not redraw. */
  const marked = (id: 'lag' | 'mode' | 'pair', count: () => number) => {
    const value = computed(() => state.value[id]);
    return (): number | undefined => (value.value !== undefined && value.value < count() ? value.value : undefined);
  };
  const lag = marked('lag', () => matrix.value?.offsets.count ?? 0);
  const mode = marked('mode', () => kernel.value?.spectrum.eigenvalues.length ?? 0);
  const pair = marked('pair', () => (matrix.value ? pairsOf(matrix.value) : 0));
  effect(() => {
    const [found, at] = [matrix.value, lag()];
    profile.choose(at);
    map.mark(found === undefined || at === undefined ? [] : found.offsets.cells(at));
  });
  effect(() => {
    const [found, at] = [kernel.value, mode()];
    if (found === undefined) return;
    spectrum.choose(at);
    eigenfunction?.show(found, at);
  });
  effect(() => {
    const [found, at] = [matrix.value, pair()];
    if (found === undefined) return;
    wavelengths.choose(at);
    drawProfile(found, at);
  });

  /** Draws the profile with the wave of the chosen pair. */
  function drawProfile(found: KernelMatrix, pair: number | undefined): void {
    const { offsets } = found;
    const whole = kernel.value?.matrix === found.matrix ? kernel.value : undefined;
    const values = whole?.profile ?? found.profile;
    if (values === undefined) return;
    const spread = whole && whole.stationarity.isStationary !== 1 ? whole.spread : undefined;
    const offsetText = (k: number): string =>
      `k${offsets.grid ? offsets.label(k) : `(${offsets.label(k)})`} = ${short(values[k]!)}${
        spread ? ` ± ${short(spread[k]!)}` : ''
      }`;
    profile.show({
      x: offsets.distances,
      xTitle: offsets.grid ? 'distance |Δ|' : 'offset Δ',
      yTitle: found.table === undefined ? 'exp of the bias' : found.normalised ? 'k(Δ) / k(0)' : 'k(Δ)',
      series: [
        { name: 'mean over all pairs of this offset', colour: 0, values, spread },
        ...(pair === undefined
          ? []
          : [
              {
                name: `wave of pair ${pair}, not to scale`,
                colour: 1,
                dashed: true,
                values: waveOf({ ...found, profile: values }, pair),
              },
            ]),
        ...(whole?.limit ? [{ name: 'limit of many channels', colour: 3, dashed: true, values: whole.limit }] : []),
      ],
      joined: !offsets.grid,
      marks: pair === undefined ? [] : turns(found, pair).map((value) => ({ value })),
      describe: offsetText,
    });
  }

  function drawMatrix(found: KernelMatrix): void {
    const { places } = found;
    part('[data-chart=matrix] h3').textContent =
      found.table === undefined ? 'exp of the bias' : found.normalised ? 'Cosine similarities' : 'Kernel matrix';
    const [row, column] = found.table === undefined ? ['query', 'key'] : ['position', 'position'];
    map.show({
      ...{ matrix: found.matrix, rowTitle: row!, colTitle: column! },
      ...{ rowLabel: places.label, colLabel: places.label },
    });
    const pairs = pairsOf(found);
    wavelengths.element.hidden = pairs === 0;
    part('.no-waves').hidden = pairs > 0;
    if (pairs === 0) return;
    const values = stepped('wavelengths', found.frequencies!, Math.max(1, found.shape.axes));
    wavelengths.show({
      x: Float64Array.from(values, (_, p) => p),
      xTitle: 'pair',
      yTitle: 'positions a turn',
      logY: true,
      series: [{ name: 'wavelength', colour: 1, values }],
      rules: [{ value: reach(found), text: `${short(reach(found))} positions` }],
      describe: (p) => wavelengthText(found, p),
    });
  }

  function drawSpectrum(found: Kernel): void {
    const { spectrum: of, circulants } = found;
    const x = Float64Array.from(of.eigenvalues, (_, m) => m + 1);
    spectrum.show({
      x,
      xTitle: 'm',
      yTitle: 'eigenvalue λₘ',
      logY: true,
      series: [
        { name: 'exact', colour: 2, values: of.eigenvalues },
        ...(circulants
          ? [
              { name: 'Strang’s circulant', colour: 4, dashed: true, values: resolved(circulants.strang, x.length) },
              { name: 'T. Chan’s circulant', colour: 3, dashed: true, values: resolved(circulants.chan, x.length) },
            ]
          : []),
      ],
      rules: of.resolvedRank < of.eigenvalues.length ? [{ value: of.floor, text: '≤ precision', below: true }] : [],
      describe: (m) => eigenvalueText(found, m),
    });
  }
}

/** Eigenvalues of a circulant below float64 precision are noise, like those of the kernel itself. */
function resolved(values: Float64Array, count: number): Float64Array {
  return stepped('above', stepped('first', values, count), values.length * 2 ** -52 * (values[0] ?? 0));
}

function turns(found: KernelMatrix, pair: number): number[] {
  if (found.offsets.grid) return [];
  const wavelength = wavelengthOf(found, pair);
  const count = Math.floor(reach(found) / wavelength);
  return count > mostTurns ? [] : Array.from({ length: count }, (_, k) => (k + 1) * wavelength);
}
