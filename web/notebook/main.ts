/** The page Report: starts the library in a worker, restores the state of the link, mounts the cells. */
import { batch, computed, effect, signal } from '@preact/signals-core';
import type { ConfigReport, EncodingSpec, Posenc, RopeReport, Shape } from '../lib/types/posenc.js';
import * as config from './cells/01-config.js';
import type { Context } from './context.js';
import { store } from './history.js';
import { byId, say, startPage } from './page.js';
import { traced } from './traced.js';
import { presets } from './presets.js';
import type { DraftSpec } from './state.js';
import { asSpec, decodeState, encodeState, initialState } from './state.js';
import type { Failure } from './widgets/errors.js';
import { failureOf } from './widgets/errors.js';
import { drawHero } from './widgets/hero.js';
import { keyOf } from './widgets/key.js';
import { later } from './widgets/later.js';
import { topTools } from './widgets/top-tools.js';

/** The cells under the report, loaded as they come into view. */
const cells = {
  engines: () => import('./cells/02-engines.js'),
  wavelengths: () => import('./cells/03-wavelengths.js'),
  encoding: () => import('./cells/04-encoding.js'),
  table: () => import('./cells/05-table.js'),
  kernel: () => import('./cells/06-kernel.js'),
  example: () => import('./cells/07-example.js'),
} as const;
const noConfig: DraftSpec = { encoding: 'rope', dim: 128 };

void startPage((pe) => mount(traced(pe)));

async function mount(pe: Posenc): Promise<void> {
  const decode = (hash: string) =>
    decodeState(
      hash,
      presets.map((p) => p.id),
      pe.encodings,
    );
  const ctx = context(pe, await store({ initial: initialState, decode, encode: encodeState }));
  byId('tools').append(topTools(ctx));
  void drawHero(byId('hero-art'), pe);
  config.mount(byId('config'), ctx);
  for (const [id, cell] of Object.entries(cells))
    later(byId(id), async () => {
      const { mount } = await cell();
      return (root) => mount(root, ctx);
    });
}

function context(pe: Posenc, { state, update, reset }: Pick<Context, 'state' | 'update' | 'reset'>): Context {
  const report = signal<ConfigReport>();
  const shownLayer = computed<RopeReport | undefined>(() => {
    const whole = report.value;
    return whole?.layers?.[state.value.layer ?? ''] ?? whole;
  });
  const configTitle = signal('');
  const settled = signal(false);
  const setReport: Context['setReport'] = (next, title) =>
    batch(() => {
      if (next !== undefined) [report.value, configTitle.value] = [next, title];
      settled.value = true;
    });
  const draft = computed<DraftSpec>(
    () => state.value.spec ?? (shownLayer.value?.spec as unknown as DraftSpec | undefined) ?? noConfig,
  );
  const spec = signal<EncodingSpec>();
  const shape = signal<Shape>();
  const failure = signal<Failure>();
  const info = computed(() => pe.encodings.find((e) => e.id === spec.value?.encoding));
  check(pe, draft, spec, shape, failure, () => state.value.spec === undefined && !settled.value);
  return {
    pe,
    state,
    update,
    reset,
    report,
    shownLayer,
    configTitle,
    setReport,
    draft,
    spec,
    shape,
    failure,
    info,
    say,
  };
}

/** Asks the library whether a draft is right, and how large what it makes is; only accepted specs are passed on. */
function check(
  pe: Posenc,
  draft: Context['draft'],
  spec: { value: EncodingSpec | undefined },
  shape: { value: Shape | undefined },
  failure: { value: Failure | undefined },
  waiting: () => boolean,
): void {
  let newest = 0;
  let accepted = '';
  effect(() => {
    if (waiting()) return; // the configuration is still being read
    const asked = asSpec(draft.value);
    const turn = ++newest;
    pe.shape(asked).then(
      (sizes) => {
        if (turn !== newest) return;
        failure.value = undefined;
        const key = keyOf(asked);
        if (key === accepted) return;
        accepted = key;
        batch(() => {
          spec.value = asked;
          shape.value = sizes;
        });
      },
      (error: unknown) => {
        if (turn === newest) failure.value = failureOf(error);
      },
    );
  });
}
