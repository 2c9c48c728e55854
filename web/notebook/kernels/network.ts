/** A network on top of the encoding: the kernels that it has at infinite width, over those of the encoding. */
import { derived } from '../../lib/charts/core/origin.js';
import { analysisTexts } from '../documented/analyses.js';
import { computed, effect, signal } from '@preact/signals-core';
import { layers as layerRows } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import type { AnalysisResults, LayerSpec } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { asLayers, layersEditor } from '../widgets/layers-editor.js';
import { matrixView } from '../widgets/matrix-view.js';
import { paramForm } from '../widgets/param-form.js';
import { pills } from '../widgets/pills.js';
import { seriesView } from '../widgets/series-view.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import type { Kernel } from './kernel.js';

interface Induced {
  readonly name: string;
  readonly colour: number;
  readonly matrix: Matrix<Float64Array>;
  readonly profile: Float64Array;
  readonly spread: Float64Array;
  readonly stationary: boolean;
  /** undefined where float64 does not resolve one: `refused` says why. */
  readonly spectrum: AnalysisResults['spectrum'] | undefined;
  readonly refused?: string;
}
interface NetworkKernels {
  readonly of: Kernel;
  /** The encoding's own kernel, the NNGP, the NTK. */
  readonly kernels: readonly Induced[];
}

export function mountNetwork(root: HTMLElement, { pe, state, update, kernel }: Context): void {
  const info = pe.analyses.find(({ id }) => id === 'network-kernel');
  if (info === undefined) throw new Error('the registry has no network-kernel');
  const editor = layersEditor(layerRows, (layers, final) => update({ layers }, final));
  // The table says how wide an input is.
  const asked = info.params.filter(({ name }) => name !== 'inputDim');
  const params = paramForm(analysisTexts, asked, (name, value, final) =>
    update({ network: { ...state.peek().network, [name]: value } }, final),
  );
  const layers = computed(() => state.value.layers);
  const network = computed(() => state.value.network);
  effect(() => editor.set(layers.value));
  effect(() => params.set(network.value));
  const work = job('Computing the network’s kernels');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const file = (what: string) => () => `${kernel.peek()?.spec.encoding ?? 'encoding'}-${what}`;
  const profile = seriesView({
    name: 'Profiles of encoding and network',
    file: file('network-profiles'),
    onChoose: (lag) => update({ lag }),
  });
  const spectrum = seriesView({
    name: 'Spectra of encoding and network',
    file: file('network-spectra'),
    onChoose: (mode) => update({ mode }),
  });
  const picked = signal('NTK');
  const menu = pills(
    'Matrix to show',
    ['encoding', 'NNGP', 'NTK'].map((id) => ({ id, label: id })),
    (id) => (picked.value = id),
  );
  const map = matrixView({
    name: 'the network’s kernel',
    file: () => file(picked.peek())(),
    height: 420,
    onChoose: ({ row, col }) => update({ lag: shown.peek()?.of.offsets.between(row, col) }),
  });
  const ranks = h('dl', { class: 'comparison-facts' });
  const unresolved = h('p', { class: 'calm', hidden: true });
  const body = h(
    'div',
    { class: 'network-body' },
    ranks,
    unresolved,
    h(
      'div',
      { class: 'linked-charts' },
      h('figure', { 'data-chart': 'network-profile' }, h('h3', {}, 'Profiles, 1 at offset 0'), profile.element),
      h('figure', { 'data-chart': 'network-spectrum' }, h('h3', {}, 'Spectra, 1 at the largest'), spectrum.element),
    ),
    h('figure', { 'data-chart': 'network-matrix' }, menu.element, map.element),
  );
  root
    .querySelector('.split')!
    .append(
      h('div', { class: 'controls' }, editor.element, params.element),
      h('div', { class: 'lab' }, tex(analysisTexts.formulaOf(info), { display: true }), work.element, fault, body),
    );

  const shown = signal<NetworkKernels>();
  const request = computed(() => ({ kernel: kernel.value, layers: layers.value, network: network.value }));
  let last: readonly unknown[] = [];
  effect(() => {
    const { kernel: of, layers: draft, network: values } = request.value;
    if (of === undefined) return;
    const { table } = of;
    if (table === undefined) {
      work.cancel();
      last = [];
      fault.hidden = false;
      fault.className = 'calm';
      fill(fault, 'A network takes the rows of a table, and a bias has none: choose an encoding with a table.');
      body.hidden = true;
      return;
    }
    const key = keyOf([draft, values]);
    if (last[0] === of && last[1] === key) return;
    last = [of, key];
    work.run(
      async (abort, onProgress) => {
        const control = { signal: abort };
        const { nngp, ntk } = await pe.analyse(
          { analysis: 'network-kernel', ...values, layers: asLayers(draft) as unknown as LayerSpec[] },
          { x: table },
          { ...control, onProgress: (done) => onProgress(0.5 * done) },
        );
        const induced = async (name: string, colour: number, matrix: Matrix<Float64Array>): Promise<Induced> => {
          const flat = await pe.analyse(
            { analysis: 'stationarity', gridRows: of.gridRows },
            { kernel: matrix },
            control,
          );
          const known = {
            ...{ name, colour, matrix },
            profile: of.offsets.sorted(flat.profileMean),
            spread: of.offsets.sorted(flat.profileSpread),
            stationary: flat.isStationary === 1,
          };
          return pe.analyse({ analysis: 'spectrum' }, { kernel: matrix }, control).then(
            (spectrum) => ({ ...known, spectrum }),
            (error: unknown) => {
              if (abort.aborted) throw error;
              return { ...known, spectrum: undefined, refused: failureOf(error).message };
            },
          );
        };
        const own: Induced = {
          ...{ name: 'encoding', colour: 0, matrix: of.matrix, profile: of.profile, spread: of.spread },
          ...{ stationary: of.stationarity.isStationary === 1, spectrum: of.spectrum },
        };
        const first = await induced('NNGP', 4, nngp);
        onProgress(0.75);
        return { of, kernels: [own, first, await induced('NTK', 1, ntk)] };
      },
      (found) => {
        editor.setFailure(undefined);
        params.clearErrors();
        fault.hidden = true;
        fill(fault);
        body.hidden = false;
        root.dataset['computed'] = key;
        shown.value = found;
      },
      (error) => {
        last = [];
        delete root.dataset['computed'];
        const failure = failureOf(error);
        params.clearErrors();
        if (editor.setFailure(failure) || params.setError(failure.field, failure.message)) return;
        fault.hidden = false;
        fault.className = 'fault';
        fill(fault, failure.message);
      },
    );
  });

  effect(() => {
    const now = shown.value;
    if (now === undefined) return;
    const { of, kernels } = now;
    const over = (values: Float64Array, unit: number): Float64Array =>
      unit === 0 ? values : derived('times', values, 1 / unit);
    profile.show({
      x: of.offsets.distances,
      xTitle: of.offsets.grid ? 'distance |Δ|' : 'offset Δ',
      yTitle: 'k(Δ) / k(0)',
      joined: !of.offsets.grid,
      series: kernels.map(({ name, colour, profile: values, spread, stationary }) => ({
        ...{ name, colour, values: over(values, values[0]!) },
        ...(stationary ? {} : { spread: over(spread, Math.abs(values[0]!)) }),
      })),
      describe: (k) =>
        `offset ${of.offsets.label(k)}: ${kernels
          .map(({ name, profile: values }) => `${name} ${ratio(values[k]!, values[0]!)}`)
          .join('; ')}`,
    });
    const spectra = kernels.flatMap(({ name, colour, spectrum }) => (spectrum ? [{ name, colour, ...spectrum }] : []));
    const most = Math.max(...spectra.map(({ eigenvalues }) => eigenvalues.length));
    spectrum.show({
      x: Float64Array.from({ length: most }, (_, m) => m + 1),
      xTitle: 'm',
      yTitle: 'λₘ / λ₁',
      logY: true,
      series: spectra.map(({ name, colour, eigenvalues }) => ({
        ...{ name, colour },
        values: over(eigenvalues, eigenvalues[0]!),
      })),
      describe: (m) =>
        `m = ${m + 1}: ${spectra
          .map(({ name, eigenvalues }) =>
            (eigenvalues[m] ?? 0) > 0 ? `${name} ${ratio(eigenvalues[m]!, eigenvalues[0]!)}` : `${name} ≤ precision`,
          )
          .join('; ')}`,
    });
    const missing = kernels.filter(({ refused }) => refused !== undefined);
    unresolved.hidden = missing.length === 0;
    fill(unresolved, missing.map(({ name, refused }) => `No spectrum of the ${name}: ${refused}`).join('. '));
    fill(
      ranks,
      ...spectra.map(({ name, colour, effectiveRank }) =>
        h(
          'div',
          { 'data-fact': `${name}-rank`, class: `series-${colour}` },
          h('dt', {}, `Effective rank: ${name}`),
          h('dd', { class: 'value' }, datum(effectiveRank)),
        ),
      ),
    );
  });
  effect(() => {
    const now = shown.value;
    const one = now?.kernels.find(({ name }) => name === picked.value);
    menu.set(picked.value);
    if (now === undefined || one === undefined) return;
    const { label } = now.of.places;
    map.show({ matrix: one.matrix, rowTitle: 'position', colTitle: 'position', rowLabel: label, colLabel: label });
  });
  const lag = computed(() => state.value.lag);
  const mode = computed(() => state.value.mode);
  effect(() => {
    const now = shown.value;
    const known =
      now !== undefined && lag.value !== undefined && lag.value < now.of.offsets.count ? lag.value : undefined;
    profile.choose(known);
    map.mark(known === undefined || now === undefined ? [] : now.of.offsets.cells(known));
  });
  effect(() => {
    shown.value;
    spectrum.choose(mode.value);
  });
}

function ratio(value: number, unit: number): string {
  return unit === 0 ? '0' : short(Number((value / unit).toPrecision(4)));
}
