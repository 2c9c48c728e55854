/** The page Precision: each method's error by position, and the effect on attention. */
import '../style/kernels.css';
import '../style/precision.css';
import { batch, computed, effect, signal } from '@preact/signals-core';
import { precisionMethods } from 'posenc';
import type { EncodingSpec, Precision } from '../../lib/types/posenc.js';
import { isEmulated, precisionParamTexts } from '../documented/precision-params.js';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { fill, html } from '../kit/html.js';
import { positionControls } from '../widgets/controls.js';
import { section } from '../kit/section.js';
import { byId, startPage } from '../page.js';
import { asSpec } from '../state.js';
import { withCalls } from '../calls.js';
import { short } from '../widgets/format.js';
import { sourceLinks } from '../widgets/source.js';
import { specForm } from '../widgets/spec-form.js';
import { errorChart } from './error-chart.js';
import { farthest, precisionLink, type PrecisionStore } from './state.js';
import { methodTable } from './table.js';

/** Whole positions, evenly spaced on a logarithmic axis; scores are slower and have fewer. */
const spread = (count: number): number[] => [
  ...new Set(Array.from({ length: count }, (_, i) => Math.min(farthest, Math.round(2 ** ((31 * i) / (count - 1)))))),
];
const points = spread(156);
const scorePoints = spread(63);
const distinctOf = 4096;
/** Positions mentioned in papers and issues. */
const named: readonly (readonly [string, number])[] = [
  ...[1000, 8191, 131_071].map((position) => [short(position), position] as const),
  ['10⁶', 1_000_000],
  ['2²⁴ + 1', 2 ** 24 + 1],
  ['2³¹ − 1', farthest],
];
void startPage((pe) => mount(withCalls(pe)));

async function mount(pe: Posenc): Promise<void> {
  for (const place of document.querySelectorAll('.record-sources'))
    fill(place, sourceLinks(place.textContent.trim().replace(/\s+/g, ' ')));
  // The methods use unscaled frequencies, so there is no extension.
  const encodings = pe.encodings.filter(isEmulated).map((info) => ({ ...info, scalable: false }));
  const store = await keep(precisionLink(encodings));
  const { state, update } = store;

  const form = specForm({
    pe,
    texts: precisionParamTexts,
    encodings,
    onInput: (next, final) => update({ spec: next }, final),
  });
  const draft = computed(() => state.value.spec);
  effect(() => form.set(draft.value));
  const rotation = errorChart(store, {
    name: 'Largest error of a rotation, by position',
    file: 'rotation-error',
    yTitle: 'distance of (cos, sin) from exact',
  });
  const score = errorChart(store, {
    name: 'Largest error of a normalised attention score, by position',
    file: 'score-error',
    yTitle: 'change of q·k / |q||k|',
  });
  const controls = positionControls(
    store,
    farthest,
    named,
    'The table is of this position; the charts have a line there.',
  );
  fill(byId('rotation'), rotation.element, html`<div class="position-row">${controls}</div>`, legend(store));
  fill(byId('encoding'), form.element);
  fill(byId('score'), score.element);

  /** The newest spec that the methods accept; unlike encodings they have no scale, and no base below 1. */
  const accepted = signal<{ readonly spec: EncodingSpec; readonly distinct: Precision }>();
  section({
    at: byId('rotation'),
    doing: 'Computing the errors',
    inputs: () => asSpec(draft.value),
    async compute(spec, signal) {
      const errors = await pe.precision(spec, points, { scores: false, signal });
      return { errors, distinct: await pe.precision(spec, distinctOf, { scores: false, signal }) };
    },
    draw: ({ errors, distinct }, spec) =>
      batch(() => {
        rotation.show({ positions: errors.positions, values: errors.methods.map((m) => m.errors) });
        accepted.value = { spec, distinct };
      }),
    fail(failure) {
      form.setFailure(failure);
      return false;
    },
  });
  section({
    at: byId('methods'),
    doing: 'Computing the position',
    inputs: () => accepted.value && { ...accepted.value, position: state.value.position },
    compute: ({ spec, position }, signal) => pe.precision(spec, [position], { signal }),
    draw(found, { distinct, position }) {
      fill(byId('methods'), methodTable(found, distinct));
      byId('methods').dataset['position'] = String(position);
    },
  });
  section({
    at: byId('score'),
    doing: 'Computing the scores',
    inputs: () => accepted.value?.spec,
    compute: (spec, signal, onProgress) => pe.precision(spec, scorePoints, { scores: true, signal, onProgress }),
    draw: ({ positions, methods }) =>
      score.show({ positions, values: methods.map((m) => m.scoreErrors ?? new Float64Array()) }),
  });
}

function legend({ state, update }: PrecisionStore): HTMLElement {
  const toggle = (id: (typeof precisionMethods)[number]['id']) => {
    const { hidden } = state.peek();
    update({ hidden: precisionMethods.map((m) => m.id).filter((one) => hidden.includes(one) !== (one === id)) });
  };
  const row = ({ id, title }: (typeof precisionMethods)[number]) =>
    html`<li>
      <label
        ><input
          type="checkbox"
          data-id=${id}
          checked=${() => !state.value.hidden.includes(id)}
          onchange=${() => toggle(id)}
        />
        ${title}</label
      >
    </li>`;
  return html`<fieldset class="methods-legend">
    <legend>Methods that are drawn</legend>
    <ul>
      ${precisionMethods.map(row)}
    </ul>
  </fieldset>`;
}
