/** Which table, how many rows of it, and what is to compute them. */
import { batch, computed, effect } from '@preact/signals-core';
import { asSpec } from '../state.js';
import { freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { numberField } from '../widgets/number-field.js';
import { specForm } from '../widgets/spec-form.js';
import type { Context } from './context.js';
import type { Device } from './state.js';
import { mostRows, mostWorkers, fits } from './state.js';

const named: readonly (readonly [string, { count: number; dim: number }])[] = [
  ['65 536 × 1024', { count: 65_536, dim: 1024 }],
  ['1 000 000 × 128', { count: 1_000_000, dim: 128 }],
  ['16 777 216 × 128', { count: 2 ** 24, dim: 128 }],
];
const devices: Readonly<Record<Device, string>> = { wasm: 'processor', webgpu: 'graphics card, where there is one' };

export function largeControls({ pe, state, update, accepted }: Context): HTMLElement {
  const count = numberField({
    name: 'count',
    label: 'positions',
    min: 1000,
    max: 1e9,
    log: true,
    integer: true,
    onInput: (value, final) => {
      const fine = value !== undefined && fits.count(value);
      count.setError(fine ? undefined : `positions must be a whole number from 1 to ${mostRows}`);
      if (fine) update({ count: value }, final);
    },
  });
  const workers = numberField({
    name: 'workers',
    label: 'workers',
    doc: `This machine says that it runs ${navigator.hardwareConcurrency || 1} at a time. The bits do not depend on their number.`,
    min: 1,
    max: Math.min(mostWorkers, Math.max(2, navigator.hardwareConcurrency || 1)),
    integer: true,
    onInput: (value, final) => {
      const fine = value !== undefined && fits.workers(value);
      workers.setError(fine ? undefined : `workers must be a whole number from 1 to ${mostWorkers}`);
      if (fine) update({ workers: value }, final);
    },
  });
  const form = specForm({
    pe,
    encodings: pe.encodings.filter(({ stages }) => stages.includes('table')),
    onInput: (spec, final) => update({ spec }, final),
    between: h(
      'div',
      { class: 'positions-fields' },
      count.element,
      choice('dtype', 'numbers', { f32: 'float32', f64: 'float64' }),
      workers.element,
      choice('device', 'computed by', devices),
    ),
  });
  const shown = computed(() => state.value.spec);
  effect(() => form.set(shown.value));
  effect(() => count.set(state.value.count));
  effect(() => workers.set(state.value.workers));
  let newest = 0;
  effect(() => {
    const spec = asSpec(shown.value);
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
  return h(
    'div',
    { class: 'lab' },
    h('div', { class: 'kernel-form' }, form.element),
    h(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': 'Tables of note' },
      ...named.map(([text, { count: rows, dim }]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            on: { click: () => update({ spec: { ...state.peek().spec, dim }, count: rows }) },
          },
          text,
        ),
      ),
    ),
  );

  function choice<K extends 'dtype' | 'device'>(
    name: K,
    label: string,
    options: Readonly<Record<Context['state']['value'][K], string>>,
  ): HTMLElement {
    const id = freshId(name);
    const menu = h(
      'select',
      { id, name, on: { change: () => update({ [name]: menu.value }) } },
      ...Object.entries<string>(options).map(([value, text]) => h('option', { value }, text)),
    );
    effect(() => {
      menu.value = state.value[name];
    });
    return h(
      'div',
      { class: 'field', 'data-field': name },
      h('label', { for: id }, label),
      h('div', { class: 'field-control' }, menu),
    );
  }
}
