/** The page Report: reads the file of the link, shows which engines serve it, and loads sections when visible. */
import '../style/intake.css';
import { effect } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { byId, startPage } from '../page.js';
import { presets } from '../presets.js';
import { withCalls } from '../calls.js';
import { lazyMount } from '../widgets/lazy-mount.js';
import { contextOf } from './context.js';
import { copyReport } from './copy-report.js';
import { mountIntake } from './intake.js';
import { reportLink } from './state.js';
import { mountVerdict } from './verdict.js';

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

/** Sections for text models only. */
const aboutTexts = ['verdict', 'facts', 'engines', 'wavelengths'] as const;

void startPage((pe) => mount(withCalls(pe)), { tools: [], takesFiles: true });

async function mount(pe: Posenc): Promise<void> {
  const ids = presets.map(({ id }) => id);
  const ctx = contextOf(pe, await keep(reportLink(pe.encodings, ids)));
  byId('tools').prepend(copyReport(ctx.state));
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
  // The page is ready when its first screen is.
  const { advice, axial, fault, unserved } = ctx;
  await until(() => (advice.value ?? axial.value ?? fault.value ?? unserved.value) !== undefined);
}

/** @param holds re-evaluated when a signal changes */
const until = (holds: () => boolean): Promise<void> =>
  new Promise((resolve) => effect(() => void (holds() && resolve())));
