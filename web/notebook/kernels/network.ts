/** The infinite-width kernels of a network on top of the encoding. */
import { stepped } from '../calls.js';
import { analysisTexts } from '../documented/analyses.js';
import { computed, effect, signal } from '@preact/signals-core';
import { type AnalysisResults, analyses, layers as layerRows, type LayerSpec } from 'posenc';
import type { Matrix } from '../../lib/types/posenc.js';
import { figure } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { failureOf } from '../kit/errors.js';
import { datum, short } from '../widgets/format.js';
import { keyOf } from '../key.js';
import { asLayers, layersEditor } from '../widgets/layers-editor.js';
import { matrixView } from '../widgets/matrix-view.js';
import { paramForm } from '../widgets/param-form.js';
import { pills } from '../widgets/pills.js';
import { seriesView } from '../widgets/series-view.js';
import { namesOf } from '../widgets/spec-name.js';
import { tex } from '../widgets/tex.js';
import type { Context } from './context.js';
import type { Kernel } from './kernel.js';
import { matrices } from './state.js';

interface Induced {
  readonly name: string;
  readonly colour: number;
  readonly matrix: Matrix<Float64Array>;
  readonly profile: Float64Array;
  readonly spread: Float64Array;
  readonly stationary: boolean;
  /** undefined if float64 does not resolve a spectrum; `refused` has the reason. */
  readonly spectrum: AnalysisResults['spectrum'] | undefined;
  readonly refused?: string;
}
interface NetworkKernels {
  readonly of: Kernel;
  /** The kernel of the encoding, the NNGP, the NTK. */
  readonly kernels: readonly Induced[];
}

export function mount({ pe, state, update, kernel }: Context, root: HTMLElement): void {
  const info = analyses.find(({ id }) => id === 'network-kernel')!;
  const editor = layersEditor(layerRows, (layers, final) => update({ layers }, final));
  // `inputDim` follows from the table.
  const asked = info.params.filter(({ name }) => name !== 'inputDim');
  const params = paramForm(analysisTexts, asked, (name, value, final) =>
    update({ network: { ...state.peek().network, [name]: value } }, final),
  );
  const layers = computed(() => state.value.layers);
  const network = computed(() => state.value.network);
  effect(() => editor.set(layers.value));
  effect(() => params.set(network.value));
  const { named, file } = namesOf(() => kernel.peek()?.spec);
  const chart = (name: string, what: string, onChoose: (item: number) => void) =>
    seriesView({ name: named(`${name} of encoding and network`), file: file(what), onChoose });
  const profile = chart('Profiles', 'network-profiles', (lag) => update({ lag }));
  const spectrum = chart('Spectra', 'network-spectra', (mode) => update({ mode }));
  const picked = computed(() => state.value.matrix);
  const items = matrices.map((id) => ({ id, label: id }));
  const pick = (id: string): void => update({ matrix: matrices.find((one) => one === id)! });
  const menu = pills('Matrix to show', items, pick);
  const map = matrixView({
    name: () => named(`the network’s kernel (${picked.peek()})`)(),
    file: () => file(picked.peek())(),
    height: 420,
    onChoose: ({ row, col }) => update({ lag: shown.peek()?.of.offsets.between(row, col) }),
  });
  const shown = signal<NetworkKernels>();
  const spectra = computed(() =>
    (shown.value?.kernels ?? []).flatMap(({ name, colour, spectrum: of }) => (of ? [{ name, colour, ...of }] : [])),
  );
  const unresolved = (): string =>
    (shown.value?.kernels ?? [])
      .flatMap(({ name, refused }) => (refused === undefined ? [] : [`No spectrum of the ${name}: ${refused}`]))
      .join('. ');
  const isBias = (): boolean => kernel.value !== undefined && kernel.value.table === undefined;
  const body = html`<div class="network-body stack">
    <dl class="comparison-facts">
      ${() =>
        spectra.value.map(
          ({ name, colour, effectiveRank }) =>
            html`<div data-fact=${`${name}-rank`} class=${`series-${colour}`}>
              <dt>Effective rank: ${name}</dt>
              <dd class="value">${datum(effectiveRank)}</dd>
            </div>`,
        )}
    </dl>
    <p class="calm" hidden=${() => unresolved() === ''}>${unresolved}</p>
    <div class="linked-charts">
      ${figure('network-profile', 'Profiles, 1 at offset 0', profile.element)}
      ${figure('network-spectrum', 'Spectra, 1 at the largest', spectrum.element)}
    </div>
    <figure data-chart="network-matrix" aria-label="Kernel matrix of encoding and network">
      ${menu.element}${map.element}
    </figure>
  </div>`;
  fill(
    root.querySelector('.split')!,
    html`<div class="controls">${editor.element}${params.element}</div>`,
    html`<div class="lab stack">
      ${tex(analysisTexts.formulaOf(info), { display: true })}
      <p class="calm" hidden=${() => !isBias()}>
        A network takes the rows of a table, and a bias has none: choose an encoding with a table.
      </p>
      <div hidden=${isBias}>${body}</div>
    </div>`,
  );

  section({
    at: body,
    doing: 'Computing the network’s kernels',
    inputs: () =>
      kernel.value?.table && {
        of: kernel.value,
        layers: layers.value,
        network: network.value,
        table: kernel.value.table,
      },
    async compute({ of, layers: draft, network: values, table }, abort, onProgress): Promise<NetworkKernels> {
      const control = { signal: abort };
      const { nngp, ntk } = await pe.analyse(
        { analysis: 'network-kernel', ...values, layers: asLayers(draft) as unknown as LayerSpec[] },
        { x: table },
        { ...control, onProgress: (done) => onProgress(0.5 * done) },
      );
      const induced = async (name: string, colour: number, matrix: Matrix<Float64Array>): Promise<Induced> => {
        const flat = await pe.analyse({ analysis: 'stationarity', gridRows: of.gridRows }, { kernel: matrix }, control);
        const known = {
          ...{ name, colour, matrix, stationary: flat.isStationary === 1 },
          ...{ profile: of.offsets.sorted(flat.profileMean), spread: of.offsets.sorted(flat.profileSpread) },
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
    draw(found, { layers: draft, network: values }) {
      root.dataset['computed'] = keyOf([draft, values]);
      shown.value = found;
    },
    fail(failure) {
      if (failure) delete root.dataset['computed'];
      params.clearErrors();
      return !editor.setFailure(failure) && !(failure && params.setError(failure.field, failure.message));
    },
  });

  effect(() => void (shown.value && draw(shown.value)));
  effect(() => {
    const one = shown.value?.kernels.find(({ name }) => name === picked.value);
    menu.set(picked.value);
    if (one === undefined) return;
    const { label } = shown.value!.of.places;
    map.show({ matrix: one.matrix, rowTitle: 'position', colTitle: 'position', rowLabel: label, colLabel: label });
  });
  const lag = computed(() => state.value.lag);
  const mode = computed(() => state.value.mode);
  effect(() => {
    const offsets = shown.value?.of.offsets;
    const known = offsets && lag.value !== undefined && lag.value < offsets.count ? lag.value : undefined;
    profile.choose(known);
    map.mark(known === undefined || !offsets ? [] : offsets.cells(known));
  });
  effect(() => {
    shown.value;
    spectrum.choose(mode.value);
  });

  function draw({ of: { offsets }, kernels }: NetworkKernels): void {
    const over = (values: Float64Array, unit: number): Float64Array =>
      unit === 0 ? values : stepped('times', values, 1 / unit);
    profile.show({
      x: offsets.distances,
      xTitle: offsets.grid ? 'distance |Δ|' : 'offset Δ',
      yTitle: 'k(Δ) / k(0)',
      joined: !offsets.grid,
      series: kernels.map(({ name, colour, profile: values, spread, stationary }) => ({
        ...{ name, colour, values: over(values, values[0]!) },
        ...(stationary ? {} : { spread: over(spread, Math.abs(values[0]!)) }),
      })),
      describe: (k) =>
        `offset ${offsets.label(k)}: ${kernels
          .map(({ name, profile: values }) => `${name} ${ratio(values[k]!, values[0]!)}`)
          .join('; ')}`,
    });
    const most = Math.max(...spectra.value.map(({ eigenvalues }) => eigenvalues.length));
    spectrum.show({
      x: Float64Array.from({ length: most }, (_, m) => m + 1),
      xTitle: 'm',
      yTitle: 'λₘ / λ₁',
      logY: true,
      series: spectra.value.map(({ name, colour, eigenvalues }) => ({
        ...{ name, colour, values: over(eigenvalues, eigenvalues[0]!) },
      })),
      describe: (m) =>
        `m = ${m + 1}: ${spectra.value
          .map(({ name, eigenvalues }) =>
            (eigenvalues[m] ?? 0) > 0 ? `${name} ${ratio(eigenvalues[m]!, eigenvalues[0]!)}` : `${name} ≤ precision`,
          )
          .join('; ')}`,
    });
  }
}

function ratio(value: number, unit: number): string {
  return unit === 0 ? '0' : short(Number((value / unit).toPrecision(4)));
}
