/** Context of every section of the Report: the library, the state, and derived values. */
import { computed, signal } from '@preact/signals-core';
import type { ConfigReport, ExtensionAdvice, RopeReport } from '../../lib/types/posenc.js';
import { judged } from '../kit/accepted.js';
import type { Posenc } from '../library.js';
import type { DraftSpec } from '../state.js';
import { startTitle } from './start.js';
import type { ReportStore } from './state.js';

/** A file that was read, with its options. */
export interface ReadFile {
  readonly report: ConfigReport;
  readonly title: string;
  readonly text: string;
  readonly contextLength: number | undefined;
}
export type Context = ReturnType<typeof contextOf>;

export function contextOf(pe: Posenc, store: ReportStore) {
  const { state } = store;
  /** The last readable file. */
  const file = signal<ReadFile>();
  /** The error of the newest file, which it names. */
  const fault = signal<string>();
  /** The newest file if its model rotates by several coordinates, which text engines do not support. */
  const axial = signal<ReadFile>();
  /** Results of the engines for `file`, and how it can be extended. */
  const advice = signal<ExtensionAdvice>();
  /** The reason why engines do not apply to the file. */
  const unserved = signal<string>();
  /** The layer type that is shown. */
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
  /** The last spec that the library accepted, with its shape; all pictures show it. */
  const { accepted, failure } = judged(pe, () => own.value);
  const spec = computed(() => accepted.value?.spec);
  return {
    ...store,
    ...{ pe, file, fault, axial, advice, unserved, shownLayer, spec, failure },
    /** True once a section needs the report, and not only the built-in verdict. */
    asked: signal(false),
    /** The title of the file whose verdict is shown. */
    title: computed(() => axial.value?.title ?? file.value?.title ?? (advice.value && startTitle)),
    /** The spec in the controls, valid or not. */
    draft: computed((): DraftSpec => own.value ?? { encoding: 'rope', dim: 128 }),
    /** Changes together with `spec`. */
    shape: computed(() => accepted.value?.shape),
    /** The registry row of `spec`. */
    info: computed(() => pe.encodings.find((row) => row.id === spec.value?.encoding)),
  };
}
