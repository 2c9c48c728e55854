/** What every section of the Report gets: the library, the state, and the values derived from it. */
import { computed, signal } from '@preact/signals-core';
import type { ConfigReport, ExtensionAdvice, RopeReport } from '../../lib/types/posenc.js';
import { judged } from '../kit/accepted.js';
import type { Posenc } from '../library.js';
import type { DraftSpec } from '../state.js';
import { startTitle } from './start.js';
import type { ReportStore } from './state.js';

/** A file that was read, as it was asked for. */
export interface ReadFile {
  readonly report: ConfigReport;
  readonly title: string;
  readonly text: string;
  readonly contextLength: number | undefined;
}
export type Context = ReturnType<typeof contextOf>;

export function contextOf(pe: Posenc, store: ReportStore) {
  const { state } = store;
  /** The last file that could be read. */
  const file = signal<ReadFile>();
  /** What is wrong with the newest file, which it names. */
  const fault = signal<string>();
  /** The newest file, where it is of a model that rotates by several coordinates: no engine of texts is asked about it. */
  const axial = signal<ReadFile>();
  /** What engines answer about `file`, and how it can be extended. */
  const advice = signal<ExtensionAdvice>();
  /** Why engines cannot be asked of the file that is shown. */
  const unserved = signal<string>();
  /** The layer type of it that is shown. */
  const shownLayer = computed((): RopeReport | undefined => {
    const whole = file.value?.report;
    return whole?.layers?.[state.value.layer ?? ''] ?? whole;
  });
  const own = computed((): DraftSpec | undefined => {
    if (state.value.spec) return state.value.spec;
    if (axial.value) return axial.value.report.spec as unknown as DraftSpec;
    if (shownLayer.value) return shownLayer.value.spec as unknown as DraftSpec;
    return fault.value === undefined ? undefined : { encoding: 'rope', dim: 128 };
  });
  /** The last spec that the library accepted, with its sizes: all pictures show this one. */
  const { accepted, failure } = judged(pe, () => own.value);
  const spec = computed(() => accepted.value?.spec);
  return {
    ...store,
    ...{ pe, file, fault, axial, advice, unserved, shownLayer, spec, failure },
    /** Whether anything shows the report yet, or only the answer that the page came with. */
    asked: signal(false),
    /** The title of the file whose verdict is shown. */
    title: computed(() => axial.value?.title ?? file.value?.title ?? (advice.value && startTitle)),
    /** What the controls say, right or wrong. */
    draft: computed((): DraftSpec => own.value ?? { encoding: 'rope', dim: 128 }),
    /** It changes with `spec`, in one step. */
    shape: computed(() => accepted.value?.shape),
    /** The registry row of `spec`. */
    info: computed(() => pe.encodings.find((row) => row.id === spec.value?.encoding)),
  };
}
