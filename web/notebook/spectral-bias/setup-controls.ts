/** Controls of a setup: signal, points, mapping, network. */
import { computed, effect } from '@preact/signals-core';
import { layers as layerRows } from 'posenc';
import { encodingParamTexts } from '../documented/encoding-params.js';
import { type Content, freshId, html } from '../kit/html.js';
import type { DraftSpec } from '../state.js';
import type { Failure } from '../kit/errors.js';
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
  /** Shows a failure next to its control; returns false if it belongs to none of them. */
  setFailure(failure: Failure | undefined): boolean;
}

const mappings: readonly { readonly id: string; readonly label: string; readonly spec: DraftSpec | undefined }[] = [
  { id: 'bare', label: 'bare coordinate', spec: undefined },
  { id: 'fourier', label: 'Fourier features', spec: fourierFeatures(8) },
  { id: 'tokens', label: 'sinusoidal positions', spec: { encoding: 'sinusoidal', dim: 64 } },
];

export function setupControls({ pe, state, update }: Context, id: SetupId): SetupControls {
  const change = (patch: Partial<Setup>, final = true): void =>
    update({ [id]: { ...state.peek()[id], ...patch } }, final);
  const setup = computed(() => state.value[id]);
  const pad = drawing((drawn, final) => change({ drawn, target: 'drawn' }, final));
  const points = numberField({
    name: 'points',
    label: 'points',
    doc: 'The network sees the signal at i/n; between them it is tested.',
    ...{ min: 8, max: mostPoints, log: true, integer: true },
    onInput: (value, final) => {
      const wrong = value !== undefined && fitsPoints(value) ? undefined : `points ${fitsPoints.must}`;
      points.setError(wrong);
      if (wrong === undefined) change({ points: value! }, final);
    },
  });
  const mapping = pills('What makes a point an input', mappings, (chosen) =>
    change({ spec: mappings.find((one) => one.id === chosen)?.spec }),
  );
  const encodings = pe.encodings.filter(({ stages }) => stages.includes('table'));
  const form = specForm({
    pe,
    texts: encodingParamTexts,
    encodings,
    onInput: (spec, final) => change({ spec }, final),
  });
  const editor = layersEditor(layerRows, (layers, final) => change({ layers }, final));
  effect(() => {
    const { target, drawn, points: count, spec, layers } = setup.value;
    pad.set(target === 'drawn' ? drawn : Array.from(sampled(target, drawn, drawnPoints)));
    points.set(count);
    mapping.set(spec === undefined ? 'bare' : (mappings.find((one) => one.spec?.encoding === spec.encoding)?.id ?? ''));
    if (spec !== undefined) form.set(spec);
    editor.set(layers);
  });
  const layersText = (): string =>
    setup.value.layers
      .map(({ layer, width }) => (layer === 'dense' && width !== undefined ? `dense ${String(width)}` : layer))
      .join(' · ');
  const inputText = (): string => {
    if (setup.value.spec === undefined) return 'The input is x − ½, one number.';
    const span = spanOf(setup.value, pe.encodings);
    return span === 1
      ? 'The encoding takes x in [0, 1).'
      : `The encoding takes positions 0 … ${span - 1}, and quarters between them for the test.`;
  };

  const fold = (title: string, content: HTMLElement, hidden: () => boolean = () => false): HTMLDetailsElement =>
    html`<details class="settings" hidden=${hidden}>
      <summary>${title}</summary>
      ${content}
    </details>` as HTMLDetailsElement;
  const parameters = fold('Its parameters', form.element, () => setup.value.spec === undefined);
  const network = fold('Its layers', editor.element);
  const group = (title: string, ...content: Content[]): HTMLElement =>
    html`<div class="stack gap-4" role="group" aria-label=${title}>
      <h3>${title}</h3>
      ${content}
    </div>`;
  const targetId = freshId('target');
  const option = ({ id: value, title }: (typeof targets)[number]): HTMLElement =>
    html`<option value=${value} selected=${() => setup.value.target === value}>${title}</option>`;
  const signal = html`<div class="field">
    <label for=${targetId}>signal</label>
    <div class="field-control">
      <select id=${targetId} name="target" onchange=${chooseTarget}>
        ${targets.map(option)}
      </select>
    </div>
  </div>`;
  const said = (text: string | (() => string)): HTMLElement => html`<p class="field-doc">${text}</p>`;
  return {
    element: html`<div class="controls setup">
      ${group('Signal', signal, pad.element, said('Draw over it to make it yours.'), points.element)}
      ${group('Mapping', mapping.element, said(inputText), parameters)} ${group('Network', said(layersText), network)}
    </div>`,
    setFailure(failure) {
      form.setFailure(undefined);
      editor.setFailure(undefined);
      if (failure === undefined) return true;
      if (editor.setFailure(failure)) return (network.open = true);
      const row = encodings.find((one) => one.id === setup.peek().spec?.encoding);
      const about = failure.field.split('.').pop() ?? '';
      if (!['encoding', 'scaling'].includes(about) && row?.params.some(({ name }) => name === about) !== true)
        return false;
      form.setFailure(failure);
      return (parameters.open = true);
    },
  };

  /** A drawing starts with the previous signal. */
  function chooseTarget({ target: menu }: Event): void {
    const chosen = targets.find((one) => one.id === (menu as HTMLSelectElement).value);
    if (chosen === undefined) return;
    const { target, drawn } = setup.peek();
    const asDrawn = (): number[] => Array.from(sampled(target, drawn, drawnPoints), (y) => Math.round(100 * y) / 100);
    change({ target: chosen.id, ...(chosen.id === 'drawn' && target !== 'drawn' && { drawn: asDrawn() }) });
  }
}
