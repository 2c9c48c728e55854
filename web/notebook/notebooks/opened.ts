/** An opened notebook, and its interface once it is shown. */
import type { Notebook } from './format.js';
import type { InputValues, Linked } from './link.js';
import type { Built } from './prepare.js';

export interface Opened {
  readonly notebook: Notebook;
  readonly inputs: InputValues;
  /** The notebook of the site as built. */
  readonly original: Built | undefined;
  /** Its origin in messages; undefined for notebooks of the site. */
  readonly source: string | undefined;
  /** Key of the reader's progress. */
  readonly name: string;
  /** Stores changes that are not in the address. */
  readonly keep?: ((now: Linked) => void) | undefined;
}

export interface ShownNotebook {
  /** Scrolls to a heading or note once it exists, unless the reader has done something meanwhile. */
  goTo(id: string): void;
  leave(): void;
  /** Shows it as slides. */
  present(): Promise<void>;
}
