/**
 * The kernel in five charts that share what is chosen: an offset, an eigenvalue, a pair of channels.
 * Blue stands for offsets, green for eigenvalues, red for pairs in all of them.
 */
import { computed, effect } from '@preact/signals-core';
import { derived } from '../../lib/charts/core/origin.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { matrixView } from '../widgets/matrix-view.js';
import { seriesView } from '../widgets/series-view.js';
import { kernelChosenBar } from './chosen.js';
import type { Context } from './context.js';
import { kernelControls } from './controls.js';
import { eigenfunctionView } from './eigenfunction.js';
import type { Kernel } from './kernel.js';
import { eigenvalueText, kernelOf, pairsOf, reach, waveOf, wavelengthOf, wavelengthText } from './kernel.js';

const mapHeight = 560;
/** Multiples of a wavelength that are marked in the profile. */
const mostTurns = 24;

export function mountKernel(root: HTMLElement, ctx: Context): void {
  const { pe, state, update, kernel, accepted } = ctx;
  const name = (): string => kernel.peek()?.spec.encoding ?? 'encoding';
  const controls = kernelControls(ctx);
  const work = job('Computing the kernel');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const map = matrixView({
    name: 'the kernel matrix',
    file: () => `${name()}-kernel`,
    height: mapHeight,
    onChoose: ({ row, col }) => {
      const from = kernel.peek();
      if (from) update({ lag: from.offsets.between(row, col) });
    },
    more: ({ row, col }) => {
      const from = kernel.peek();
      return from && { name: 'offset', value: from.offsets.label(from.offsets.between(row, col)) };
    },
  });
  const profile = seriesView({
    name: 'Profile of the kernel',
    file: () => `${name()}-profile`,
    onChoose: (lag) => update({ lag }),
  });
  const spectrum = seriesView({
    name: 'Spectrum of the kernel',
    file: () => `${name()}-spectrum`,
    onChoose: (mode) => update({ mode }),
  });
  const eigenfunction = eigenfunctionView(() => `${name()}-eigenfunction`);
  const wavelengths = seriesView({
    name: 'Wavelengths of the pairs',
    file: () => `${name()}-wavelengths`,
    onChoose: (pair) => update({ pair }),
  });
  const noWaves = h('p', { class: 'calm', hidden: true }, 'The library states no frequencies of this encoding.');
  const matrixTitle = h('h3', {}, 'Kernel matrix');
  const figure = (id: string, title: Node | string, ...children: HTMLElement[]): HTMLElement =>
    h('figure', { 'data-chart': id }, title instanceof Node ? title : h('h3', {}, title), ...children);
  const charts = h(
    'div',
    { class: 'linked-charts' },
    figure('matrix', matrixTitle, map.element),
    h(
      'div',
      { class: 'stacked' },
      figure('profile', 'Profile: similarity by offset', profile.element),
      figure('wavelengths', 'Wavelengths', wavelengths.element, noWaves),
    ),
    figure('spectrum', 'Spectrum', spectrum.element),
    figure('eigenvector', eigenfunction.title, eigenfunction.element),
  );
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'kernel-title' }, 'One kernel, linked charts'),
      h(
        'p',
        { class: 'purpose' },
        'Choose an offset, an eigenvalue or a pair of channels in one chart: it is marked in the others. A click chooses, and so do the arrow keys.',
      ),
    ),
    h(
      'div',
      { class: 'beside' },
      h('div', { class: 'kernel-form' }, controls.element),
      h('div', { class: 'lab' }, work.element, fault, kernelChosenBar(ctx), charts),
    ),
  );

  const asked = computed(() => {
    const { start, count, step, head, normalised } = state.value;
    return { accepted: accepted.value, start, count, step, head, normalised };
  });
  let last = '';
  effect(() => {
    const { accepted: now, ...rest } = asked.value;
    if (now === undefined) return;
    const key = keyOf([now.spec, rest]);
    if (key === last) return;
    last = key;
    work.run(
      (signal, onProgress) => kernelOf(pe, now, rest, signal, onProgress),
      (found) => {
        fault.hidden = true;
        fill(fault);
        delete root.dataset['stale'];
        root.dataset['computed'] = key;
        kernel.value = found;
      },
      (error) => {
        last = '';
        const failure = failureOf(error);
        root.dataset['stale'] = '';
        delete root.dataset['computed'];
        if (controls.setError(failure.field.replace(/^.*\./, ''), failure.message)) return;
        fault.hidden = false;
        fill(fault, failure.message);
      },
    );
  });

  effect(() => {
    const found = kernel.value;
    if (found !== undefined) draw(found);
  });
  const lag = computed(() => state.value.lag);
  const mode = computed(() => state.value.mode);
  const pair = computed(() => state.value.pair);
  effect(() => {
    const found = kernel.value;
    const at = lag.value;
    if (found === undefined) return;
    const known = at !== undefined && at < found.offsets.count ? at : undefined;
    profile.choose(known);
    map.mark(known === undefined ? [] : found.offsets.cells(known));
  });
  effect(() => {
    const found = kernel.value;
    const at = mode.value;
    if (found === undefined) return;
    const known = at !== undefined && at < found.spectrum.eigenvalues.length ? at : undefined;
    spectrum.choose(known);
    eigenfunction.show(found, known);
  });
  effect(() => {
    const found = kernel.value;
    const at = pair.value;
    if (found === undefined) return;
    const known = at !== undefined && at < pairsOf(found) ? at : undefined;
    wavelengths.choose(known);
    drawProfile(found, known);
  });

  /** With the wave of the pair that is chosen. */
  function drawProfile(found: Kernel, pair: number | undefined): void {
    const { offsets } = found;
    const spreads = found.stationarity.isStationary === 1 ? {} : { spread: found.spread };
    const offsetText = (k: number): string =>
      `k${offsets.grid ? offsets.label(k) : `(${offsets.label(k)})`} = ${short(found.profile[k]!)}${
        found.stationarity.isStationary === 1 ? '' : ` ± ${short(found.spread[k]!)}`
      }`;
    profile.show({
      x: offsets.distances,
      xTitle: offsets.grid ? 'distance |Δ|' : 'offset Δ',
      yTitle: found.table === undefined ? 'exp of the bias' : found.normalised ? 'k(Δ) / k(0)' : 'k(Δ)',
      series: [
        { name: 'mean over all pairs of this offset', colour: 0, values: found.profile, ...spreads },
        ...(pair === undefined
          ? []
          : [{ name: `wave of pair ${pair}, not to scale`, colour: 1, dashed: true, values: waveOf(found, pair) }]),
        ...(found.limit ? [{ name: 'limit of many channels', colour: 3, dashed: true, values: found.limit }] : []),
      ],
      joined: !offsets.grid,
      marks: pair === undefined ? [] : turns(found, pair).map((value) => ({ value })),
      describe: offsetText,
    });
  }

  function draw(found: Kernel): void {
    const { places, spectrum: of } = found;
    fill(
      matrixTitle,
      found.table === undefined ? 'exp of the bias' : found.normalised ? 'Cosine similarities' : 'Kernel matrix',
    );
    const positionWord = found.table === undefined ? ['query', 'key'] : ['position', 'position'];
    map.show({
      matrix: found.matrix,
      rowTitle: positionWord[0]!,
      colTitle: positionWord[1]!,
      rowLabel: places.label,
      colLabel: places.label,
    });
    const x = Float64Array.from(of.eigenvalues, (_, m) => m + 1);
    const { circulants } = found;
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
    const pairs = pairsOf(found);
    wavelengths.element.hidden = pairs === 0;
    noWaves.hidden = pairs > 0;
    if (pairs > 0) {
      const values = derived('wavelengths', found.frequencies!, Math.max(1, found.shape.axes));
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
  }
}

/** What a circulant has below float64's precision is noise, like that of the kernel itself. */
function resolved(values: Float64Array, count: number): Float64Array {
  return derived('above', derived('first', values, count), values.length * 2 ** -52 * (values[0] ?? 0));
}

function turns(found: Kernel, pair: number): number[] {
  if (found.offsets.grid) return [];
  const wavelength = wavelengthOf(found, pair);
  const count = Math.floor(reach(found) / wavelength);
  return count > mostTurns ? [] : Array.from({ length: count }, (_, k) => (k + 1) * wavelength);
}
