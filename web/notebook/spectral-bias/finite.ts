/** A finite network and its limit of infinite width: kernels, layers, eigenvalues, eigenfunctions. */
import { computed, effect, signal } from '@preact/signals-core';
import type { LayerSpec } from 'posenc';
import { stepped } from '../calls.js';
import { fill } from '../kit/dom.js';
import { section } from '../kit/section.js';
import { datum, lowered, short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { asLayers } from '../widgets/layers-editor.js';
import { tex } from '../widgets/tex.js';
import { limitColour, networkColour } from '../widgets/quantity-colours.js';
import type { Context } from './context.js';
import { mountConvergence } from './convergence.js';
import { rowOf } from './experiment.js';
import type { Finite } from './figures.js';
import { chartAt, digits, distance, dot, fact, headOf, places, readingOf, upTo, vector } from './figures.js';
import { dataOf } from './inputs.js';
import { mountModes } from './modes.js';
import { setupControls } from './setup-controls.js';
import { strongest } from './waves.js';

/** Colours of its layers. */
const layerColours = [2, 3, 7, 5, 6];
const layerColour = (l: number): number => layerColours[l % layerColours.length]!;

export function mountFinite(root: HTMLElement, ctx: Context): (m: number) => string {
  const { pe, state, update } = ctx;
  const controls = setupControls(ctx, 'finite');
  fill(root.querySelector('.setup-place')!, controls.element);
  fill(
    root.querySelector('.formula')!,
    tex('\\hat\\Theta = \\sum_l (\\delta_l\\delta_l^\\top) \\circ (s_l^2\\,a_l a_l^\\top + t_l^2)', { display: true }),
  );
  const [row, eigenfunction] = [chartAt('kernel-row'), chartAt('kernel-eigenfunction')];
  const spectrum = chartAt('kernel-eigenvalues', (mode) => update({ mode }));
  const found = signal<Finite>();
  section({
    at: root.querySelector('.lab-body')!,
    doing: 'Computing both kernels',
    inputs: () => state.value.finite,
    async compute(now, signal, onProgress): Promise<Finite> {
      const data = dataOf(now, pe.encodings);
      const layers = asLayers(now.layers) as unknown as LayerSpec[];
      const part = (from: number) => ({ signal, onProgress: (done: number) => onProgress(from + 0.4 * done) });
      const network = await pe.analyse({ analysis: 'empirical-ntk', layers }, { x: data.x }, part(0));
      const { ntk } = await pe.analyse({ analysis: 'network-kernel', layers }, { x: data.x }, part(0.4));
      const spectrumOf = (kernel: Finite['infinite']) =>
        pe.analyse({ analysis: 'spectrum', vectors: now.points }, { kernel }, { signal });
      const own = await spectrumOf(network.ntk);
      return { data, layers, infinite: ntk, network, limit: await spectrumOf(ntk), own };
    },
    draw(result, now) {
      root.dataset['computed'] = keyOf(now);
      found.value = result;
    },
    fail(failure) {
      if (failure) delete root.dataset['computed'];
      return !controls.setFailure(failure);
    },
  });

  effect(() => {
    const now = found.value;
    if (now === undefined) return;
    const { infinite, network } = now;
    const shares = Array.from(network.layerShares ?? []);
    fill(
      root.querySelector('.kernel-facts')!,
      fact('difference', '‖Θ̂ − Θ‖ / ‖Θ‖', datum(distance(network.ntk.data, infinite.data))),
      fact('parameters', 'Weights and biases', datum(network.parameterCount)),
      shares.map((share, l) =>
        fact(
          `layer-${l + 1}`,
          `Dense layer ${l + 1}: share`,
          datum(share, `${digits(100 * share, 3)} %`),
          layerColour(l),
        ),
      ),
    );
    const n = infinite.rows;
    const middle = n >> 1;
    const both = (own: Float64Array, limit: Float64Array) => [
      { name: 'this network', colour: networkColour, values: own },
      { name: 'infinite width', colour: limitColour, dashed: true, values: limit },
    ];
    const rows = [
      ...both(rowOf(network.ntk, middle), rowOf(infinite, middle)),
      ...shares.map((_, l) => ({
        ...{ name: `dense layer ${l + 1}`, colour: layerColour(l) },
        values: rowOf(network.layerTerms, l * n + middle),
      })),
    ];
    row.show({
      x: places(n),
      xTitle: 'x',
      yTitle: `Θ(x, ${short(middle / n)})`,
      series: rows,
      describe: readingOf((i) => `x = ${short(i / n)}`, rows, 4),
    });
    const values = both(now.own.eigenvalues, now.limit.eigenvalues);
    spectrum.show({
      x: upTo(n, 1),
      xTitle: 'm',
      yTitle: 'eigenvalue λₘ',
      logY: true,
      series: values,
      describe: readingOf((m) => `λ${lowered(m + 1)}`, values, 4),
    });
  });
  const mode = computed(() => state.value.mode);
  effect(() => {
    const now = found.value;
    const m = mode.value;
    if (now === undefined) return;
    const known = m !== undefined && m < now.infinite.rows ? m : undefined;
    spectrum.choose(known);
    const own = known === undefined ? undefined : vector(now.own, known);
    eigenfunction.element.hidden = own === undefined;
    fill(
      headOf('kernel-eigenfunction'),
      known === undefined
        ? 'Eigenfunction: choose an eigenvalue'
        : own === undefined
          ? `Eigenvalue ${known + 1} is not above the precision`
          : `Eigenfunction ${known + 1}`,
    );
    if (known === undefined || own === undefined) return;
    const other = vector(now.limit, known);
    const overlap = other && dot(own, other) / own.length;
    // The sign of an eigenvector is arbitrary, so it is aligned to the other.
    const aligned = other && stepped('times', other, dot(own, other) < 0 ? -1 : 1);
    eigenfunction.show({
      x: places(own.length),
      xTitle: 'x',
      yTitle: '√n · vₘ',
      series: [
        { name: 'this network', colour: networkColour, values: own },
        ...(aligned ? [{ name: 'infinite width', colour: limitColour, dashed: true, values: aligned }] : []),
      ],
      describe: (i) => `x = ${short(i / own.length)}: ${digits(own[i]!)}`,
      summary: () =>
        `It is mostly a wave of frequency ${strongest(own)}. ${overlap === undefined ? '' : `Its overlap with that of infinite width is ${digits(Math.abs(overlap), 2)} of 1; where eigenvalues lie close, eigenfunctions mix.`}`,
    });
  });
  mountModes(root.querySelector('#modes')!, ctx, found);
  mountConvergence(root.querySelector('#convergence')!, ctx, found);

  return (m) => {
    const now = found.value;
    if (now === undefined) return '';
    const of = vector(now.own, m);
    if (of === undefined) return 'not above the precision';
    return `λ${lowered(m + 1)} = ${digits(now.own.eigenvalues[m]!)}, mostly frequency ${strongest(of)}`;
  };
}
