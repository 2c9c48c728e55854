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
  readonly report: ReadonlySignal<ConfigReport | undefined>;
  readonly shownLayer: ReadonlySignal<RopeReport | undefined>;
  /** Name of the configuration that `report` is about. */
  readonly configTitle: ReadonlySignal<string>;
  /** undefined: this configuration gave none, and the report before it stays. */
  readonly setReport: (report: ConfigReport | undefined, title: string) => void;
  /** What the controls say, right or wrong. */
  readonly draft: ReadonlySignal<DraftSpec>;
  /** The last spec that the library accepted: all pictures show this one. */
  readonly spec: ReadonlySignal<EncodingSpec | undefined>;
  /** The sizes of what `spec` makes; it changes with `spec`, in one step. */
  readonly shape: ReadonlySignal<Shape | undefined>;
  readonly failure: ReadonlySignal<Failure | undefined>;
  /** The registry row of `spec`. */
  readonly info: ReadonlySignal<EncodingInfo | undefined>;
  /** Tells a screen reader, politely. */
  readonly say: (text: string) => void;
}
