/** Asks for a model: a file that is dropped, chosen or pasted, or one of the bundled configs. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { button, fileInput, toggle } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { presets } from '../presets.js';
import { type Given, takeFiles } from '../widgets/given-files.js';
import { textOf } from '../widgets/handed.js';
import { short } from '../widgets/format.js';
import { messageOf } from '../kit/errors.js';
import { type HomeStore, lengths } from './state.js';

export interface Model extends Given {
  /** Absent for the reader's own file. */
  readonly preset?: string;
}

/** @returns the chosen model */
export function mountAsk(place: Element, { state, update }: HomeStore): ReadonlySignal<Model> {
  const own = signal<Given | undefined>(undefined);
  const fault = signal<string | undefined>(undefined);
  const over = signal(false);
  const take = async (given: File | Given): Promise<void> => {
    fault.value = undefined;
    try {
      own.value = { name: given.name, text: await textOf(given) };
    } catch (error) {
      fault.value = `${given.name}: ${messageOf(error)}`;
    }
  };
  const input = fileInput(
    'Choose a config.json or a GGUF file',
    '.json,application/json,.gguf',
    (file) => void take(file),
  );
  takeFiles(
    (given) => void take(given),
    (is) => (over.value = is),
  );
  const pick = (model: string): void => {
    [own.value, fault.value] = [undefined, undefined];
    update({ model });
  };
  fill(
    place,
    html`<div class=${() => `drop-zone${over.value ? ' over' : ''}`}>
      ${button('Choose a file', () => input.click(), { class: 'primary' })}${input}
      <span>or drop or paste it anywhere on this page</span>
    </div>`,
    html`<p class="fault" role="alert" hidden=${() => fault.value === undefined}>${() => fault.value}</p>`,
    html`<ul class="preset-list">
      ${presets.map(({ id, title }) => {
        const isChosen = (): boolean => own.value === undefined && state.value.model === id;
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
    if (own.value) return own.value;
    const { id, title, text } = presets.find((preset) => preset.id === state.value.model)!;
    return { preset: id, name: title.split(': ')[0]!, text };
  });
}
