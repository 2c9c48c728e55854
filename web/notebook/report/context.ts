/** What every section of the Report gets: the library, the state, and the values derived from it. */
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { ConfigReport, EncodingSpec, ExtensionAdvice, RopeReport, Shape } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import type { Failure } from '../widgets/errors.js';
import type { ReportStore } from './state.js';

/** A file that was read, as it was asked for. */
export interface ReadFile {
  readonly report: ConfigReport;
  readonly title: string;
  readonly text: string;
  readonly contextLength: number | undefined;
}

export interface Context extends ReportStore {
  readonly pe: Posenc;
  /** Whether anything shows the report yet, or only the answer that the page came with. */
  readonly asked: Signal<boolean>;
  /** The last file that could be read. */
  readonly file: Signal<ReadFile | undefined>;
  /** The newest file, where it is of a model that rotates by several coordinates: no engine of texts is asked about it. */
  readonly axial: Signal<ReadFile | undefined>;
  /** The title of the file whose verdict is shown. */
  readonly title: ReadonlySignal<string | undefined>;
  /** The layer type of it that is shown. */
  readonly shownLayer: ReadonlySignal<RopeReport | undefined>;
  /** What is wrong with the newest file, which it names. */
  readonly fault: Signal<string | undefined>;
  /** What engines answer about `file`, and how it can be extended. */
  readonly advice: Signal<ExtensionAdvice | undefined>;
  /** Why engines cannot be asked of the file that is shown. */
  readonly unserved: Signal<string | undefined>;
  /** What the controls say, right or wrong. */
  readonly draft: ReadonlySignal<DraftSpec>;
  /** The last spec that the library accepted: all pictures show this one. */
  readonly spec: ReadonlySignal<EncodingSpec | undefined>;
  /** The sizes of what `spec` makes; it changes with `spec`, in one step. */
  readonly shape: ReadonlySignal<Shape | undefined>;
  readonly failure: ReadonlySignal<Failure | undefined>;
  /** The registry row of `spec`. */
  readonly info: ReadonlySignal<EncodingInfo | undefined>;
}
