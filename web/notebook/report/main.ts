/** The page Report: reads the file of the link, says who serves it, and makes the sections below as they are seen. */
import '../style/intake.css';
import { computed, effect, signal } from '@preact/signals-core';
import type { ExtensionAdvice } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { judged } from '../kit/accepted.js';
import { byId, startPage } from '../page.js';
import { presets } from '../presets.js';
import type { DraftSpec } from '../state.js';
import { traced } from '../traced.js';
import { lazyMount } from '../widgets/lazy-mount.js';
import type { Context, ReadFile } from './context.js';
import { mountIntake } from './intake.js';
import { type ReportStore, reportLink } from './state.js';
import { topTools } from './top-tools.js';
import { mountVerdict, startTitle } from './verdict.js';

/** The sections below the verdict, loaded as they come into view. */
const sections = {
  facts: () => import('./facts.js'),
  engines: () => import('./engines.js'),
  wavelengths: () => import('./wavelengths.js'),
  encoding: () => import('./encoding.js'),
  table: () => import('./table.js'),
  kernel: () => import('./kernel.js'),
  example: () => import('./example.js'),
} as const;

/** What is said of models of texts alone. */
const aboutTexts = ['verdict', 'facts', 'engines', 'wavelengths'] as const;

void startPage((pe) => mount(traced(pe)));

async function mount(pe: Posenc): Promise<void> {
  const ids = presets.map(({ id }) => id);
  const ctx = contextOf(pe, await keep(reportLink(pe.encodings, ids)));
  byId('tools').append(topTools(ctx));
  mountIntake(ctx);
  mountVerdict(ctx);
  effect(() => {
    for (const id of aboutTexts) byId(id).hidden = ctx.axial.value !== undefined;
  });
  for (const [id, load] of Object.entries(sections))
    lazyMount(byId(id), async () => {
      ctx.asked.value = true;
      const [made] = await Promise.all([
        load(),
        until(() => (ctx.file.value ?? ctx.axial.value ?? ctx.fault.value) !== undefined),
      ]);
      return () => made.mount(ctx);
    });
  // What stands above the fold is there when the page is.
  const { advice, axial, fault, unserved } = ctx;
  await until(() => (advice.value ?? axial.value ?? fault.value ?? unserved.value) !== undefined);
}

/** @param holds asked again when a signal changes */
const until = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => effect(() => void (holds() && resolve())));

function contextOf(pe: Posenc, store: ReportStore): Context {
  const { state } = store;
  const file = signal<ReadFile>();
  const fault = signal<string>();
  const axial = signal<ReadFile>();
  const advice = signal<ExtensionAdvice>();
  const shownLayer = computed(() => {
    const whole = file.value?.report;
    return whole?.layers?.[state.value.layer ?? ''] ?? whole;
  });
  const own = computed(() => {
    if (state.value.spec) return state.value.spec;
    if (axial.value) return axial.value.report.spec as unknown as DraftSpec;
    if (shownLayer.value) return shownLayer.value.spec as unknown as DraftSpec;
    return fault.value === undefined ? undefined : { encoding: 'rope', dim: 128 };
  });
  const { accepted, failure } = judged(pe, () => own.value);
  const spec = computed(() => accepted.value?.spec);
  return {
    ...store,
    pe,
    file,
    fault,
    axial,
    asked: signal(false),
    title: computed(() => axial.value?.title ?? file.value?.title ?? (advice.value && startTitle)),
    shownLayer,
    advice,
    unserved: signal<string>(),
    draft: computed(() => own.value ?? { encoding: 'rope', dim: 128 }),
    spec,
    shape: computed(() => accepted.value?.shape),
    failure,
    info: computed(() => pe.encodings.find((row) => row.id === spec.value?.encoding)),
  };
}
