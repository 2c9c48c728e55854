/** Variants side by side: a question or any two specs, their pictures, and what maps one to the other. */
import '../style/variants.css';
import { batch, computed, effect, signal } from '@preact/signals-core';
import type { EncodingSpec, Posenc, Shape } from '../../lib/types/posenc.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { traced } from '../traced.js';
import type { DraftSpec } from '../state.js';
import { asSpec } from '../state.js';
import { copyLink } from '../widgets/copy-link.js';
import { fill, h } from '../widgets/dom.js';
import type { Failure } from '../widgets/errors.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { numberField } from '../widgets/number-field.js';
import { pills } from '../widgets/pills.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';
import { specForm } from '../widgets/spec-form.js';
import { themeButton } from '../widgets/theme.js';
import { compareSpecs } from './compare.js';
import { differing } from './differing.js';
import { comparisonFacts } from './facts.js';
import { maps } from './maps.js';
import { pairs } from './pairs.js';
import { mostPositions, decode, encode, ofPair } from './state.js';

interface Accepted {
  readonly spec: EncodingSpec;
  readonly shape: Shape;
}
void startPage((pe) => mount(traced(pe)));

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const known = pairs.filter((pair) =>
    [pair.a, pair.b].every((spec) => pe.encodings.some((e) => e.id === spec.encoding)),
  );
  const first = known[0];
  if (first === undefined) throw new Error('the registry has none of the encodings of the questions');
  const { state, update } = await store({
    initial: ofPair(first),
    decode: (hash) => decode(hash, known, pe.encodings),
    encode,
  });

  mountQuestion();
  const accepted = { a: signal<Accepted>(), b: signal<Accepted>() };
  mountResult();
  mountSpecs();

  function mountQuestion(): void {
    const root = byId('question');
    const title = h('h2', { id: 'question-title' });
    const answer = h('p', { class: 'answer' });
    const asked = h('p', { class: 'asked' });
    const menu = pills(
      'Questions',
      known.map((pair) => ({ id: pair.id, label: pair.title })),
      (id) => {
        const pair = known.find((one) => one.id === id);
        if (pair) update(ofPair(pair));
      },
    );
    root.append(menu.element, h('div', { class: 'qa', 'aria-live': 'polite' }, title, answer, asked));
    const shown = computed(() => state.value.pair);
    effect(() => {
      const pair = known.find((one) => one.id === shown.value);
      menu.set(pair?.id ?? '');
      fill(title, pair?.question ?? 'Two specs of your own');
      fill(answer, ...rich(pair?.answer ?? 'The comparison below says what is the same in them, and what is not.'));
      fill(asked, ...(pair ? ['Discussed in ', sourceLinks(pair.asked), '.'] : []));
    });
  }

  function mountResult(): void {
    const root = byId('result');
    const work = job('Comparing');
    const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
    const facts = h('div', {});
    const pictures = maps();
    root.append(
      h('header', { class: 'cell-head' }, h('h2', { id: 'result-title' }, 'What differs')),
      work.element,
      fault,
      facts,
      pictures.element,
    );
    let last = '';
    effect(() => {
      const [a, b] = [accepted.a.value, accepted.b.value];
      const now = state.value;
      if (a === undefined || b === undefined) return;
      const { start, count, step, tolerance } = now;
      const key = keyOf([a.spec, b.spec, start, count, step, tolerance]);
      if (key === last) return;
      last = key;
      work.run(
        (abort) => compareSpecs(pe, [a.spec, b.spec], [a.shape, b.shape], now, abort),
        (compared) => {
          fault.hidden = true;
          fill(fault);
          facts.hidden = pictures.element.hidden = false;
          fill(facts, comparisonFacts(compared, now));
          pictures.show(compared, [differing(now.a, now.b, pe.encodings), differing(now.b, now.a, pe.encodings)]);
          root.dataset['compared'] = key;
        },
        (error) => {
          last = '';
          fault.hidden = false;
          fill(fault, failureOf(error).message);
          facts.hidden = pictures.element.hidden = true;
          delete root.dataset['compared'];
        },
      );
    });
  }

  function mountSpecs(): void {
    const root = byId('specs');
    const number = (
      name: 'count' | 'start' | 'step' | 'tolerance',
      label: string,
      span: { min: number; max: number; log?: boolean; integer?: boolean },
    ) => {
      const field = numberField({
        name,
        label,
        ...span,
        onInput: (value, final) => {
          const wrong = complaint(name, value);
          field.setError(wrong);
          if (wrong === undefined) update({ [name]: value }, final);
        },
      });
      effect(() => field.set(state.value[name]));
      return field.element;
    };
    root.append(
      h(
        'header',
        { class: 'cell-head' },
        h('h2', { id: 'specs-title' }, 'Change either side'),
        h('p', { class: 'purpose' }, 'Any two encodings that both have a table, a bias or a relative map.'),
      ),
      h(
        'div',
        { class: 'controls row' },
        number('count', 'positions', { min: 1, max: mostPositions, log: true, integer: true }),
        number('start', 'first position', { min: 0, max: 131_072, integer: true }),
        number('step', 'step', { min: 0.1, max: 1000, log: true }),
        number('tolerance', 'tolerance', { min: 1e-16, max: 1, log: true }),
      ),
      h('div', { class: 'sides-forms' }, side('a', 'A'), side('b', 'B')),
    );
  }

  function side(id: 'a' | 'b', name: string): HTMLElement {
    const form = specForm({
      pe,
      onInput: (draft, final) => update({ [id]: draft, pair: undefined }, final),
    });
    const draft = computed<DraftSpec>(() => state.value[id]);
    effect(() => form.set(draft.value));
    let newest = 0;
    effect(() => {
      const spec = asSpec(draft.value);
      const turn = ++newest;
      pe.shape(spec).then(
        (shape) => {
          if (turn !== newest) return;
          form.setFailure(undefined);
          batch(() => {
            accepted[id].value = { spec, shape };
          });
        },
        (error: unknown) => {
          const failure: Failure = failureOf(error);
          if (turn === newest) form.setFailure(failure);
        },
      );
    });
    return h('div', { role: 'group', 'aria-label': `Spec ${name}`, 'data-side': id }, h('h3', {}, name), form.element);
  }
}

function complaint(name: 'count' | 'start' | 'step' | 'tolerance', value: number | undefined): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return `${name} must be a number, and none was given`;
  if (name === 'count' && !(Number.isInteger(value) && value >= 1 && value <= mostPositions))
    return `count must be a whole number from 1 to ${mostPositions} for the pictures, got ${value}`;
  if (name === 'tolerance' && value < 0) return `tolerance must be at least 0, got ${value}`;
  return undefined;
}
