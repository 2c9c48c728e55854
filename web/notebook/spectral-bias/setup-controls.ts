/** The controls of a setup: the signal, its points, what makes them inputs, the network. */
import { computed, effect } from '@preact/signals-core';
import { layers as layerRows } from 'posenc';
import type { DraftSpec } from '../state.js';
import { fill, freshId, h } from '../widgets/dom.js';
import type { Failure } from '../widgets/errors.js';
import { layersEditor } from '../widgets/layers-editor.js';
import { numberField } from '../widgets/number-field.js';
import { pills } from '../widgets/pills.js';
import { specForm } from '../widgets/spec-form.js';
import type { Context } from './context.js';
import { drawing } from './drawing.js';
import { spanOf } from './inputs.js';
import type { Setup, SetupId } from './state.js';
import { mostPoints, fitsPoints, fourierFeatures } from './state.js';
import { targets, sampled, drawnPoints } from './targets.js';

export interface SetupControls {
  readonly element: HTMLElement;
  /** Shows what was refused beside its control; false when it is about none of them. */
  setFailure(failure: Failure | undefined): boolean;
}

const mappings: readonly { readonly id: string; readonly label: string; readonly spec: DraftSpec | undefined }[] = [
  { id: 'bare', label: 'bare coordinate', spec: undefined },
  { id: 'fourier', label: 'Fourier features', spec: fourierFeatures(8) },
  { id: 'tokens', label: 'sinusoidal positions', spec: { encoding: 'sinusoidal', dim: 64 } },
];

export function setupControls(ctx: Context, id: SetupId): SetupControls {
  const { pe, state, update } = ctx;
  const change = (patch: Partial<Setup>, final = true): void =>
    update({ [id]: { ...state.peek()[id], ...patch } }, final);
  const setup = computed(() => state.value[id]);

  const targetId = freshId('target');
  const menu = h(
    'select',
    { id: targetId, name: 'target', on: { change: () => chooseTarget(menu.value) } },
    ...targets.map((one) => h('option', { value: one.id }, one.title)),
  );
  const pad = drawing((drawn, final) => change({ drawn, target: 'drawn' }, final));
  const points = numberField({
    name: 'points',
    label: 'points',
    doc: 'The network sees the signal at i/n; between them it is tested.',
    ...{ min: 8, max: mostPoints, log: true, integer: true },
    onInput: (value, final) => {
      const wrong =
        value !== undefined && fitsPoints(value) ? undefined : `points must be a whole number from 4 to ${mostPoints}`;
      points.setError(wrong);
      if (wrong === undefined) change({ points: value! }, final);
    },
  });
  const mapping = pills('What makes a point an input', mappings, (chosen) =>
    change({ spec: mappings.find((one) => one.id === chosen)?.spec }),
  );
  const encodings = pe.encodings.filter(({ stages }) => stages.includes('table'));
  const form = specForm({ pe, encodings, onInput: (spec, final) => change({ spec }, final) });
  const details = h('details', { class: 'settings' }, h('summary', {}, 'Its parameters'), form.element);
  const where = h('p', { class: 'field-doc' });
  const editor = layersEditor(layerRows, (layers, final) => change({ layers }, final));

  const said = h('p', { class: 'field-doc' });
  const network = h('details', { class: 'settings' }, h('summary', {}, 'Its layers'), editor.element);

  effect(() => {
    const { target, drawn, points: count, spec, layers } = setup.value;
    menu.value = target;
    pad.set(target === 'drawn' ? drawn : Array.from(sampled(target, drawn, drawnPoints)));
    points.set(count);
    mapping.set(spec === undefined ? 'bare' : (mappings.find((one) => one.spec?.encoding === spec.encoding)?.id ?? ''));
    details.hidden = spec === undefined;
    if (spec !== undefined) form.set(spec);
    editor.set(layers);
    fill(
      said,
      layers
        .map(({ layer, width }) => (layer === 'dense' && width !== undefined ? `dense ${String(width)}` : layer))
        .join(' · '),
    );
    const span = spanOf(setup.value, pe.encodings);
    fill(
      where,
      spec === undefined
        ? 'The input is x − ½, one number.'
        : span === 1
          ? 'The encoding takes x in [0, 1).'
          : `The encoding takes positions 0 … ${span - 1}, and quarters between them for the test.`,
    );
  });

  const group = (title: string, ...children: (HTMLElement | undefined)[]): HTMLElement =>
    h('div', { class: 'setup-group', role: 'group', 'aria-label': title }, h('h3', {}, title), ...children);
  return {
    element: h(
      'div',
      { class: 'controls setup' },
      group(
        'Signal',
        h(
          'div',
          { class: 'field' },
          h('label', { for: targetId }, 'signal'),
          h('div', { class: 'field-control' }, menu),
        ),
        pad.element,
        h('p', { class: 'field-doc' }, 'Draw over it to make it yours.'),
        points.element,
      ),
      group('Mapping', mapping.element, where, details),
      group('Network', said, network),
    ),
    setFailure(failure) {
      form.setFailure(undefined);
      editor.setFailure(undefined);
      if (failure === undefined) return true;
      if (editor.setFailure(failure)) {
        network.open = true;
        return true;
      }
      const { spec } = setup.peek();
      const row = encodings.find((one) => one.id === spec?.encoding);
      const about = failure.field.split('.').pop() ?? '';
      if (!['encoding', 'scaling'].includes(about) && row?.params.some(({ name }) => name === about) !== true)
        return false;
      form.setFailure(failure);
      details.open = true;
      return true;
    },
  };

  /** A drawing begins with the signal that was there. */
  function chooseTarget(value: string): void {
    const chosen = targets.find((one) => one.id === value);
    if (chosen === undefined) return;
    const { target, drawn } = state.peek()[id];
    if (chosen.id === 'drawn' && target !== 'drawn')
      change({
        target: 'drawn',
        drawn: Array.from(sampled(target, drawn, drawnPoints), (y) => Math.round(100 * y) / 100),
      });
    else change({ target: chosen.id });
  }
}
