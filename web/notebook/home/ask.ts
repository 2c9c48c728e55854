/** Asks for a model: a file that is dropped, chosen or pasted, or one of the bundled configs. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { button, toggle } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { presets } from '../presets.js';
import { short } from '../widgets/format.js';
import type { Given } from '../widgets/given-files.js';
import { ownFile } from '../widgets/own-file.js';
import { type HomeStore, lengths } from './state.js';

export interface Model extends Given {
  /** Absent for the reader's own file. */
  readonly preset?: string;
}

/** @returns the chosen model */
export function mountAsk(place: Element, { state, update }: HomeStore): ReadonlySignal<Model> {
  const own = ownFile();
  const pick = (model: string): void => {
    own.forget();
    update({ model });
  };
  fill(
    place,
    html`<div class=${() => `drop-zone${own.over.value ? ' over' : ''}`}>
      ${button('Choose a file', () => own.input.click(), { class: 'primary' })}${own.input}
      <span>or drop or paste it anywhere on this page</span>
    </div>`,
    own.fault,
    html`<ul class="preset-list">
      ${presets.map(({ id, title }) => {
        const isChosen = (): boolean => own.file.value === undefined && state.value.model === id;
        return html`<li>${toggle(title.split(': ')[0], isChosen, () => pick(id), { 'data-preset': id })}</li>`;
      })}
      <li><a href="matrix.html">more models</a></li>
    </ul>`,
    html`<div class="toolbar pills" role="group" aria-label="Context length">
      ${lengths.map((length) =>
        toggle(
          `${short(length)} tokens`,
          () => state.value.length === length,
          () => update({ length }),
        ),
      )}
    </div>`,
  );
  return computed(() => {
    if (own.file.value) return own.file.value;
    const { id, title, text } = presets.find((preset) => preset.id === state.value.model)!;
    return { preset: id, name: title.split(': ')[0]!, text };
  });
}
