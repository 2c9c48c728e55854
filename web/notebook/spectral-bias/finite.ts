/** One finite network beside its limit of infinite width: kernels, layers, eigenvalues, eigenfunctions. */
import { derived } from '../../lib/charts/core/origin.js';
import { rowOf } from './experiment.js';
import { computed, effect, signal } from '@preact/signals-core';
import type { LayerSpec } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, lowered, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { asLayers } from '../widgets/layers-editor.js';
import { seriesView } from '../widgets/series-view.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import { mountConvergence } from './convergence.js';
import { dataOf } from './inputs.js';
import { mountModes } from './modes.js';
import type { Finite } from './figures.js';
import { limitColour, networkColour, digits, distance, dot, fact, places, vector } from './figures.js';
import { setupControls } from './setup-controls.js';
import { strongest } from './waves.js';

/** Colours of its layers. */
const layerColours = [2, 3, 7, 5, 6];

export function mountFinite(root: HTMLElement, ctx: Context): (m: number) => string {
  const { pe, state, update } = ctx;
  const controls = setupControls(ctx, 'finite');
  const work = job('Computing both kernels');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const facts = h('dl', { class: 'comparison-facts' });
  const row = seriesView({ name: 'A row of both kernels', file: () => 'kernel-row' });
  const spectrum = seriesView({
    name: 'Eigenvalues of both kernels',
    file: () => 'kernel-eigenvalues',
    onChoose: (mode) => update({ mode }),
  });
  const eigenfunction = seriesView({ name: 'Eigenfunction', file: () => 'kernel-eigenfunction' });
  const eigenTitle = h('h3', {}, 'Eigenfunction');
  const convergence = h('div', { class: 'experiment-part' });
  const training = h('div', { class: 'experiment-part' });
  const body = h(
    'div',
    { class: 'lab-body' },
    facts,
    h(
      'div',
      { class: 'linked-charts bias-charts' },
      h(
        'figure',
        { 'data-chart': 'kernel-row' },
        h('h3', {}, 'Kernel with the middle point, layer by layer'),
        row.element,
      ),
      h('figure', { 'data-chart': 'kernel-eigenvalues' }, h('h3', {}, 'Eigenvalues'), spectrum.element),
      h('figure', { 'data-chart': 'kernel-eigenfunction' }, eigenTitle, eigenfunction.element),
    ),
    training,
    convergence,
  );
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'finite-title' }, 'Finite against infinite'),
      h(
        'p',
        { class: 'purpose' },
        'A network of finite width has a tangent kernel of its own, a sum over its layers. It scatters around the limit of infinite width, and it moves while the network learns: the limit is a prediction, and here is how good it is.',
      ),
    ),
    h(
      'div',
      { class: 'beside' },
      controls.element,
      h(
        'div',
        { class: 'lab' },
        tex('\\hat\\Theta = \\sum_l (\\delta_l\\delta_l^\\top) \\circ (s_l^2\\,a_l a_l^\\top + t_l^2)', {
          display: true,
        }),
        work.element,
        fault,
        body,
      ),
    ),
  );

  const found = signal<Finite>();
  const setup = computed(() => state.value.finite);
  let last = '';
  effect(() => {
    const now = setup.value;
    const key = keyOf(now);
    if (key === last) return;
    last = key;
    work.run(
      async (abort, onProgress) => {
        const control = { signal: abort };
        const data = dataOf(now, pe.encodings);
        const layers = asLayers(now.layers) as unknown as LayerSpec[];
        const part = (from: number, to: number) => ({
          ...control,
          onProgress: (done: number) => onProgress(from + (to - from) * done),
        });
        const network = await pe.analyse({ analysis: 'empirical-ntk', layers }, { x: data.x }, part(0, 0.4));
        const { ntk } = await pe.analyse({ analysis: 'network-kernel', layers }, { x: data.x }, part(0.4, 0.8));
        const own = await pe.analyse({ analysis: 'spectrum', vectors: now.points }, { kernel: network.ntk }, control);
        const limit = await pe.analyse({ analysis: 'spectrum', vectors: now.points }, { kernel: ntk }, control);
        return { data, layers, infinite: ntk, network, limit, own };
      },
      (result) => {
        controls.setFailure(undefined);
        fault.hidden = true;
        fill(fault);
        body.classList.remove('stale');
        root.dataset['computed'] = key;
        found.value = result;
      },
      (error) => {
        last = '';
        delete root.dataset['computed'];
        body.classList.add('stale');
        const failure = failureOf(error);
        if (controls.setFailure(failure)) return;
        fault.hidden = false;
        fill(fault, failure.message);
      },
    );
  });

  effect(() => {
    const now = found.value;
    if (now === undefined) return;
    const { infinite, network } = now;
    const shares = network.layerShares ?? new Float64Array();
    fill(
      facts,
      fact('difference', '‖Θ̂ − Θ‖ / ‖Θ‖', datum(distance(network.ntk.data, infinite.data))),
      fact('parameters', 'Weights and biases', datum(network.parameterCount)),
      ...Array.from(shares, (share, l) =>
        fact(`layer-${l + 1}`, `Dense layer ${l + 1}: share`, percent(share), layerColour(l)),
      ),
    );
    const n = infinite.rows;
    const middle = n >> 1;
    const series = [
      { name: 'this network', colour: networkColour, values: rowOf(network.ntk, middle) },
      { name: 'infinite width', colour: limitColour, dashed: true, values: rowOf(infinite, middle) },
      ...Array.from(shares, (_, l) => ({
        name: `dense layer ${l + 1}`,
        colour: layerColour(l),
        values: rowOf(network.layerTerms, l * n + middle),
      })),
    ];
    row.show({
      x: places(n),
      xTitle: 'x',
      yTitle: `Θ(x, ${short(middle / n)})`,
      series,
      describe: (i) =>
        `x = ${short(i / n)}: ${series.map(({ name, values }) => `${name} ${digits(values[i]!)}`).join('; ')}`,
    });
    spectrum.show({
      x: Float64Array.from({ length: n }, (_, m) => m + 1),
      xTitle: 'm',
      yTitle: 'eigenvalue λₘ',
      logY: true,
      series: [
        { name: 'this network', colour: networkColour, values: now.own.eigenvalues },
        { name: 'infinite width', colour: limitColour, dashed: true, values: now.limit.eigenvalues },
      ],
      describe: (m) =>
        `λ${lowered(m + 1)}: this network ${digits(now.own.eigenvalues[m]!)}; infinite width ${digits(now.limit.eigenvalues[m]!)}`,
    });
  });
  const mode = computed(() => state.value.mode);
  effect(() => {
    const now = found.value;
    const m = mode.value;
    if (now === undefined) return;
    const known = m !== undefined && m < now.infinite.rows ? m : undefined;
    spectrum.choose(known);
    const ownVector = known === undefined ? undefined : vector(now.own, known);
    eigenfunction.element.hidden = ownVector === undefined;
    fill(
      eigenTitle,
      known === undefined
        ? 'Eigenfunction: choose an eigenvalue'
        : ownVector === undefined
          ? `Eigenvalue ${known + 1} is not above the precision`
          : `Eigenfunction ${known + 1}`,
    );
    if (known === undefined || ownVector === undefined) return;
    const other = vector(now.limit, known);
    // An eigenvector's sign is free: both are shown with the one that brings them together.
    const sign = other !== undefined && dot(ownVector, other) < 0 ? -1 : 1;
    eigenfunction.show({
      x: places(ownVector.length),
      xTitle: 'x',
      yTitle: '√n · vₘ',
      series: [
        { name: 'this network', colour: networkColour, values: ownVector },
        ...(other === undefined
          ? []
          : [{ name: 'infinite width', colour: limitColour, dashed: true, values: derived('times', other, sign) }]),
      ],
      describe: (i) => `x = ${short(i / ownVector.length)}: ${digits(ownVector[i]!)}`,
      summary: () =>
        `Mostly a wave of frequency ${strongest(ownVector)}. ${other === undefined ? '' : `Overlap with that of infinite width: ${digits(Math.abs(dot(ownVector, other)) / ownVector.length, 2)} of 1; where eigenvalues lie close, eigenfunctions mix.`}`,
    });
  });
  mountModes(training, ctx, found);
  mountConvergence(convergence, ctx, found);

  return (m) => {
    const now = found.value;
    const of = now === undefined ? undefined : vector(now.own, m);
    if (now === undefined || of === undefined) return now === undefined ? '' : 'not above the precision';
    return `λ${lowered(m + 1)} = ${digits(now.own.eigenvalues[m]!)}, mostly frequency ${strongest(of)}`;
  };
}

/** √n times an eigenvector; undefined where the eigenvalue is not above the precision. */
function percent(share: number): HTMLElement {
  return datum(share, `${digits(100 * share, 3)} %`);
}
function layerColour(l: number): number {
  return layerColours[l % layerColours.length]!;
}
