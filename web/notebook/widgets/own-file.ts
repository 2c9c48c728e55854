/** The reader's own file on pages that keep one: chosen, dropped or pasted. */
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { fileInput } from '../kit/elements.js';
import { messageOf } from '../kit/errors.js';
import { html } from '../kit/html.js';
import { type Given, takeFiles } from './given-files.js';
import { textOf } from './handed.js';

export interface OwnFile {
  readonly file: ReadonlySignal<Given | undefined>;
  /** True while a file is dragged over the page. */
  readonly over: ReadonlySignal<boolean>;
  /** Invisible; a button clicks it. */
  readonly input: HTMLInputElement;
  /** Says why a file could not be read. */
  readonly fault: HTMLElement;
  take(given: File | Given): Promise<void>;
  forget(): void;
}

export function ownFile(): OwnFile {
  const [file, why] = [signal<Given | undefined>(undefined), signal<string | undefined>(undefined)];
  const over = signal(false);
  const take = async (given: File | Given): Promise<void> => {
    why.value = undefined;
    try {
      file.value = { name: given.name, text: await textOf(given) };
    } catch (error) {
      why.value = `${given.name}: ${messageOf(error)}`;
    }
  };
  takeFiles(
    (given) => void take(given),
    (is) => (over.value = is),
  );
  return {
    file,
    over,
    input: fileInput(
      'Choose a config.json or a GGUF file',
      '.json,application/json,.gguf',
      (given) => void take(given),
    ),
    fault: html`<p class="fault" role="alert" hidden=${() => why.value === undefined}>${() => why.value}</p>`,
    take,
    forget() {
      [file.value, why.value] = [undefined, undefined];
    },
  };
}
