/** Which encoding, at which positions. */
import { batch, computed, effect } from '@preact/signals-core';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import { asSpec } from '../state.js';
import { freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { numberField } from '../widgets/number-field.js';
import { specForm } from '../widgets/spec-form.js';
import type { Context } from './context.js';
import { mostPositions, fitsCount } from './state.js';

export function kernelControls(ctx: Context): {
  element: HTMLElement;
  setError(field: string, message: string): boolean;
} {
  const { pe, state, update, accepted } = ctx;
  const encodings = pe.encodings.filter(({ stages }) => stages.includes('gram') || stages.includes('attentionBias'));
  const number = (
    name: 'count' | 'start' | 'step' | 'head',
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
    const value = computed(() => state.value[name]);
    effect(() => field.set(value.value));
    return field;
  };
  const fields = {
    count: number('count', 'positions', { min: 2, max: mostPositions, log: true, integer: true }),
    start: number('start', 'first position', { min: 0, max: 131_072, integer: true }),
    step: number('step', 'step', { min: 0.1, max: 100, log: true }),
    head: number('head', 'head', { min: 0, max: 31, integer: true }),
  };
  const normalisedId = freshId('normalised');
  const normalised = h('input', {
    id: normalisedId,
    type: 'checkbox',
    name: 'normalised',
    on: { change: () => update({ normalised: normalised.checked }) },
  });
  const normalisedField = h(
    'div',
    { class: 'field inline', 'data-field': 'normalised' },
    h('label', { for: normalisedId }, 'cosine similarities'),
    h('div', { class: 'field-control' }, normalised),
    h('p', { class: 'field-doc' }, 'Every row divided by its length.'),
  );
  effect(() => {
    normalised.checked = state.value.normalised;
  });
  fields.head.element.hidden = true; // until the spec turns out to have heads
  const form = specForm({
    pe,
    encodings,
    onInput: (spec, final) =>
      update({ spec: spec.encoding === state.peek().spec.encoding ? spec : twoSided(spec, encodings) }, final),
    between: h(
      'div',
      { class: 'positions-fields' },
      fields.count.element,
      fields.start.element,
      fields.step.element,
      fields.head.element,
      normalisedField,
    ),
  });
  const draft = computed(() => state.value.spec);
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
          accepted.value = { spec, shape };
        });
      },
      (error: unknown) => {
        if (turn === newest) form.setFailure(failureOf(error));
      },
    );
  });
  effect(() => {
    const now = accepted.value;
    if (now === undefined) return;
    const fromTable = encodings.find(({ id }) => id === now.spec.encoding)?.stages.includes('gram') === true;
    const finite = now.shape.extent.length > 0;
    normalisedField.hidden = !fromTable;
    fields.head.element.hidden = fromTable || now.shape.heads === 0;
    fields.start.element.hidden = fields.step.element.hidden = !fromTable || finite;
    fields.count.element.hidden = !fromTable && now.shape.cells > 0;
  });
  return {
    element: form.element,
    setError(field, message) {
      const found = Object.entries(fields).find(([name]) => name === field);
      found?.[1].setError(message);
      return found !== undefined;
    },
  };
}

/** A kernel is symmetric: a bias that is chosen starts without a causal mask, where it can. */
function twoSided(spec: DraftSpec, encodings: readonly EncodingInfo[]): DraftSpec {
  const info = encodings.find(({ id }) => id === spec.encoding);
  const direction = info?.params.find(({ name }) => name === 'direction');
  const both = direction?.choices?.find((choice) => ['symmetric', 'bidirectional', 'both'].includes(choice));
  return both === undefined || info?.stages.includes('gram') === true ? spec : { ...spec, direction: both };
}

function complaint(name: 'count' | 'start' | 'step' | 'head', value: number | undefined): string | undefined {
  if (value === undefined || !Number.isFinite(value)) return `${name} must be a number, and none was given`;
  if (name === 'count' && !fitsCount(value))
    return `count must be a whole number from 2 to ${mostPositions} here, got ${value}; the section on long contexts below takes any number`;
  if (name === 'head' && !(Number.isInteger(value) && value >= 0))
    return `head must be a whole number from 0, got ${value}`;
  return undefined;
}
