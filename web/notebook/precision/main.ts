/** The precision lab: each method's error against exact by position, and what it does to attention. */
import '../style/kernels.css';
import '../style/precision.css';
import { batch, computed, effect, signal } from '@preact/signals-core';
import { precisionMethods } from 'posenc';
import type { EncodingSpec, Posenc, Precision } from '../../lib/types/posenc.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { traced } from '../traced.js';
import { asSpec } from '../state.js';
import { copyLink } from '../widgets/copy-link.js';
import { fill, freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { numberField } from '../widgets/number-field.js';
import { note } from '../widgets/section.js';
import { sourceLinks } from '../widgets/source.js';
import { specForm } from '../widgets/spec-form.js';
import { themeButton } from '../widgets/theme.js';
import { complaints } from './complaints.js';
import { errorChart } from './error-chart.js';
import { farthest, decode, encode, initial, isPosition } from './state.js';
import { methodTable } from './table.js';

/** Whole positions, evenly spaced on a logarithmic axis; scores take longer and get fewer. */
const spread = (count: number): number[] => [
  ...new Set(Array.from({ length: count }, (_, i) => Math.min(farthest, Math.round(2 ** ((31 * i) / (count - 1)))))),
];
const points = spread(156);
const scorePoints = spread(63);
const distinctOf = 4096;
/** Positions that papers and issues speak of. */
const named: readonly (readonly [string, number])[] = [
  ['1 000', 1000],
  ['8 191', 8191],
  ['131 071', 131_071],
  ['10⁶', 1_000_000],
  ['2²⁴ + 1', 2 ** 24 + 1],
  ['2³¹ − 1', farthest],
];
void startPage((pe) => mount(traced(pe)));

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const ids = precisionMethods.map((method) => method.id);
  // The methods are those of plain frequencies: an extension has no place here.
  const encodings = pe.encodings
    .filter((info) => info.stages.includes('precision'))
    .map((info) => ({ ...info, scalable: false }));
  const { state, update } = await store({ initial, decode: (hash) => decode(hash, ids, encodings), encode });
  const draft = computed(() => state.value.spec);
  const position = computed(() => state.value.position);
  const hidden = computed(() => state.value.hidden);
  const spec = signal<EncodingSpec>();
  const distinct = signal<Precision>();

  const common = { hidden, position, choose: (p: number) => update({ position: p }) };
  const rotation = errorChart({
    ...common,
    name: 'Largest error of a rotation, by position',
    file: 'rotation-error',
    yTitle: 'distance of (cos, sin) from exact',
    span: [1e-16, 4],
  });
  const score = errorChart({
    ...common,
    name: 'Largest error of a normalised attention score, by position',
    file: 'score-error',
    yTitle: 'change of q·k / |q||k|',
    span: [1e-16, 2],
  });
  mountErrors();
  mountScores();
  mountRecord();

  function mountErrors(): void {
    const form = specForm({ pe, encodings, onInput: (next, final) => update({ spec: next }, final) });
    effect(() => form.set(draft.value));
    const work = job('Computing the errors');
    const table = h('div', { class: 'methods-place' });
    byId('errors').append(
      h(
        'header',
        { class: 'cell-head' },
        h('h2', { id: 'errors-title' }, 'Error against exact'),
        h(
          'p',
          { class: 'purpose' },
          'The distance between the computed and the exact (cos, sin), for the worst pair of channels. 2 is the opposite direction.',
        ),
      ),
      h('div', { class: 'split' }, form.element, h('div', { class: 'lab' }, legend(), work.element, rotation.element)),
      positionControls(),
      table,
    );

    let newest = 0;
    effect(() => {
      const asked = asSpec(draft.value);
      const turn = ++newest;
      // The methods accept less than the encoding does (no scale, base >= 1): the first call says so.
      work.run(
        async (abort) => {
          const errors = await pe.precision(asked, points, { scores: false, signal: abort });
          return { errors, few: await pe.precision(asked, distinctOf, { scores: false, signal: abort }) };
        },
        ({ errors, few }) => {
          form.setFailure(undefined);
          batch(() => {
            rotation.errors.value = { positions: errors.positions, values: errors.methods.map((m) => m.errors) };
            distinct.value = few;
            spec.value = asked;
          });
        },
        (error) => {
          if (turn === newest) form.setFailure(failureOf(error));
        },
      );
    });
    const here = job('Computing the position');
    table.before(here.element);
    effect(() => {
      const asked = spec.value;
      const at = position.value;
      const few = distinct.value;
      if (asked === undefined) return;
      here.run(
        (abort) => pe.precision(asked, [at], { signal: abort }),
        (found) => {
          fill(table, methodTable(found, few));
          table.dataset['position'] = String(at);
        },
        (error) => fill(table, h('p', { class: 'fault', role: 'alert' }, failureOf(error).message)),
      );
    });
  }

  function positionControls(): HTMLElement {
    const field = numberField({
      name: 'position',
      label: 'position',
      doc: 'The table below is of this position; the charts have a line there.',
      min: 1,
      max: farthest,
      log: true,
      integer: true,
      onInput: (value, final) => {
        const wrong =
          value === undefined || !isPosition(value)
            ? `position must be a whole number from 0 to ${farthest}`
            : undefined;
        field.setError(wrong);
        if (wrong === undefined) update({ position: value as number }, final);
      },
    });
    effect(() => field.set(position.value));
    return h(
      'div',
      { class: 'position-row' },
      field.element,
      h(
        'div',
        { class: 'toolbar', role: 'group', 'aria-label': 'Positions of note' },
        ...named.map(([text, p]) =>
          h('button', { type: 'button', class: 'quiet', on: { click: () => update({ position: p }) } }, text),
        ),
      ),
    );
  }

  function legend(): HTMLElement {
    const boxes = precisionMethods.map((method) => {
      const id = freshId('method');
      const box = h('input', {
        id,
        type: 'checkbox',
        'data-id': method.id,
        on: {
          change: () =>
            update({ hidden: ids.filter((one) => (one === method.id ? !box.checked : hidden.peek().includes(one))) }),
        },
      });
      const row = h('li', {}, box, h('label', { for: id }, method.title));
      return { method, box, row };
    });
    effect(() => {
      for (const { method, box } of boxes) box.checked = !hidden.value.includes(method.id);
    });
    return h(
      'fieldset',
      { class: 'methods-legend' },
      h('legend', {}, 'Methods that are drawn'),
      h('ul', {}, ...boxes.map(({ row }) => row)),
    );
  }

  function mountScores(): void {
    const work = job('Computing the scores');
    const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
    byId('scores').append(
      h(
        'header',
        { class: 'cell-head' },
        h('h2', { id: 'scores-title' }, 'What attention sees'),
        h(
          'p',
          { class: 'purpose' },
          'A query at the position and keys up to 128 before it, all elements equal: the largest change of the normalised score. Errors of neighbours partly cancel, because query and key are rounded alike.',
        ),
      ),
      work.element,
      fault,
      score.element,
      note(
        'What to notice',
        h(
          'ul',
          {},
          h(
            'li',
            {},
            'Better frequencies hardly help: the product itself is rounded to 24 bits, so half a unit of the angle’s last place is lost either way. More bits have to go into the angle.',
          ),
          h(
            'li',
            {},
            'A table that is rounded last costs the same at every position. Where positions or frequencies are rounded first, the error grows with the position, until nothing is left of the angle.',
          ),
          h(
            'li',
            {},
            'This library keeps the phase as a 128-bit fraction of a turn, so its error does not depend on the position at all.',
          ),
        ),
      ),
    );
    effect(() => {
      const asked = spec.value;
      if (asked === undefined) return;
      work.run(
        (abort, onProgress) => pe.precision(asked, scorePoints, { scores: true, signal: abort, onProgress }),
        (found) => {
          fault.hidden = true;
          score.errors.value = {
            positions: found.positions,
            values: found.methods.map((m) => m.scoreErrors ?? new Float64Array()),
          };
        },
        (error) => {
          fault.hidden = false;
          fill(fault, failureOf(error).message);
        },
      );
    });
  }

  function mountRecord(): void {
    byId('record').append(
      h(
        'header',
        { class: 'cell-head' },
        h('h2', { id: 'record-title' }, 'On record'),
        h('p', { class: 'purpose' }, 'Where users and maintainers met these errors.'),
      ),
      h(
        'dl',
        { class: 'record' },
        ...complaints.map(({ system, what, sources }) =>
          h(
            'div',
            {},
            h('dt', {}, system),
            h('dd', {}, what, h('span', { class: 'record-sources' }, sourceLinks(sources))),
          ),
        ),
      ),
    );
  }
}
