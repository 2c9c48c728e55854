/** A network as a list of layers to choose, set, move, remove and add; controls come from the registry. */
import { analysisTexts } from '../documented/analyses.js';
import type { LayerInfo } from '../../lib/types/registry.js';
import { button, select } from '../kit/elements.js';
import { fill, h, html } from '../kit/html.js';
import type { Failure } from '../kit/errors.js';
import type { ParamForm } from './param-form.js';
import type { ParamValue, ParamValues } from '../state.js';
import { paramForm } from './param-form.js';

/** A layer in the controls, which may be invalid. */
export type DraftLayer = ParamValues & { readonly layer: string };

export function layersEditor(
  rows: readonly LayerInfo[],
  onInput: (layers: readonly DraftLayer[], final: boolean) => void,
) {
  let layers: readonly DraftLayer[] = [];
  let forms: ParamForm[] = [];
  let built = '';
  const list = h('ol', { class: 'layers stack gap-2' });
  const fault = h('p', { class: 'field-error', role: 'alert' });
  const add = button('Add a layer', insert);
  return {
    element: html`<div class="layers-editor stack" role="group" aria-label="Layers of the network">
      ${list}${add}${fault}
    </div>`,
    set(next: readonly DraftLayer[]): void {
      layers = next;
      const kinds = layers.map(({ layer }) => layer).join();
      if (kinds !== built) {
        built = kinds;
        build();
      }
      layers.forEach((layer, i) => forms[i]?.set(layer));
    },
    /** Shows a failure of `layers[i].…` next to its control; returns false if it concerns no layer. */
    setFailure(failure: Failure | undefined): boolean {
      for (const form of forms) form.clearErrors();
      fill(fault);
      const found = /^layers(?:\[(\d+)\](?:\.(\w+))?)?/.exec(failure?.field ?? '');
      if (failure === undefined || found === null) return false;
      const [, index, name] = found;
      if (index === undefined || name === undefined || forms[Number(index)]?.setError(name, failure.message) !== true)
        fill(fault, failure.message);
      return true;
    },
  };

  function build(): void {
    const own = built;
    forms = layers.map(({ layer }, i) =>
      paramForm(analysisTexts, rows.find((row) => row.id === layer)?.params ?? [], (name, value, final) => {
        // A field removed while being edited still reports its change, which is ignored.
        if (own === built) change(i, { [name]: value }, final);
      }),
    );
    fill(list, ...layers.map(item));
  }
  function item({ layer }: DraftLayer, i: number): HTMLElement {
    const put = (next: readonly DraftLayer[]): void => onInput(next, true);
    const titles = rows.map(({ id, title }) => [id, title] as const);
    const choose = (chosen: string): void => put(layers.map((one, k) => (k === i ? { layer: chosen } : one)));
    const menu = select(titles, { 'aria-label': `Kind of layer ${i + 1}` }, choose);
    menu.value = layer;
    const remove = (): void => {
      put(layers.filter((_, k) => k !== i));
      focusMenu(Math.min(i, layers.length - 1));
    };
    const tool = (text: string, title: string, run: () => void, disabled = false): HTMLElement =>
      button(text, run, { 'aria-label': `${title} layer ${i + 1}`, title, disabled });
    return html`<li class="layer" data-layer=${i}>
      <span class="layer-number" aria-hidden="true">${i + 1}</span>
      ${menu}${forms[i]!.element}
      <div class="layer-tools">
        ${tool('↑', 'Move up', () => swap(i, i - 1), i === 0)}
        ${tool('↓', 'Move down', () => swap(i, i + 1), i === layers.length - 1)}${tool('×', 'Remove', remove)}
      </div>
    </li>`;
  }

  function change(i: number, patch: Readonly<Record<string, ParamValue>>, final: boolean): void {
    onInput(
      layers.map((one, k) => (k === i ? ({ ...one, ...patch } as DraftLayer) : one)),
      final,
    );
  }
  function swap(i: number, k: number): void {
    const next = [...layers];
    [next[i], next[k]] = [layers[k]!, layers[i]!];
    onInput(next, true);
    focusMenu(k);
  }
  /** Alternates dense layers and activations. */
  function insert(): void {
    const last = layers[layers.length - 1]?.layer;
    onInput([...layers, { layer: last === 'dense' ? 'relu' : 'dense' }], true);
    focusMenu(layers.length - 1);
  }
  /** Restores the focus when controls were rebuilt. */
  function focusMenu(i: number): void {
    const menus = list.querySelectorAll('select');
    (menus[i] ?? add).focus();
  }
}

/** Removes empty entries, as the library requires. */
export function asLayers(layers: readonly DraftLayer[]): DraftLayer[] {
  return layers.map(
    (layer) => Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined)) as DraftLayer,
  );
}
