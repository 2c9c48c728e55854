/** What every cell of the page gets: the library, the state, and the values derived from it. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { ConfigReport, EncodingSpec, Posenc, RopeReport, Shape } from '../lib/types/posenc.js';
import type { EncodingInfo } from '../lib/types/registry.js';
import type { Store } from './history.js';
import type { DraftSpec, PageState } from './state.js';
import type { Failure } from './widgets/errors.js';

export interface Context extends Store<PageState> {
  readonly pe: Posenc;
  /** The last report that could be made, and the layer type of it that is shown. */
  readonly report: ReadonlySignal<ConfigReport | null>;
  readonly shownLayer: ReadonlySignal<RopeReport | null>;
  /** Name of the configuration that `report` is about. */
  readonly configTitle: ReadonlySignal<string>;
  /** null: this configuration gave none, and the report before it stays. */
  readonly setReport: (report: ConfigReport | null, title: string) => void;
  /** What the controls say, right or wrong. */
  readonly draft: ReadonlySignal<DraftSpec>;
  /** The last spec that the library accepted: all pictures show this one. */
  readonly spec: ReadonlySignal<EncodingSpec | null>;
  /** The sizes of what `spec` makes; it changes with `spec`, in one step. */
  readonly shape: ReadonlySignal<Shape | null>;
  readonly failure: ReadonlySignal<Failure | null>;
  /** The registry row of `spec`. */
  readonly info: ReadonlySignal<EncodingInfo | null>;
  /** Tells a screen reader, politely. */
  readonly say: (text: string) => void;
}
