/** A notebook that is opened, and what the page can do with it once it is shown. */
import type { Notebook } from './format.js';
import type { InputValues, Linked } from './link.js';
import type { Built } from './prepare.js';

export interface Opened {
  readonly notebook: Notebook;
  readonly inputs: InputValues;
  /** The page's own, as the build prepared it. */
  readonly original: Built | undefined;
  /** Where it came from, as the reader is told; undefined for the page's own. */
  readonly source: string | undefined;
  /** Under which the reader's progress is kept. */
  readonly name: string;
  /** Keeps what the reader made of it, where the address does not. */
  readonly keep?: ((now: Linked) => void) | undefined;
}

export interface ShownNotebook {
  /** To a heading or note, as soon as it is there and while the reader has not gone elsewhere. */
  goTo(id: string): void;
  leave(): void;
  /** As slides. */
  present(): Promise<void>;
}
