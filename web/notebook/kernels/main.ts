/** The kernel page: one encoding's kernel in linked charts, at a billion positions, under a network, and in any analysis. */
import { signal } from '@preact/signals-core';
import { layers } from 'posenc';
import type { Posenc } from '../../lib/posenc.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
import { themeButton } from '../widgets/theme.js';
import { mountAnalyses } from './analyses.js';
import type { Context } from './context.js';
import type { Accepted, Kernel } from './kernel.js';
import { mountKernel } from './linked.js';
import { mountLong } from './long.js';
import { mountNetwork } from './network.js';
import type { KernelsState } from './state.js';
import { decode, encode, initial } from './state.js';
import { mountStatistics } from './statistics.js';

/** Browsers throttle the history; a gesture writes once it rests. */
const QUIET_MS = 250;

void startPage(mount);

function mount(pe: Posenc): void {
  byId('tools').append(copyLink(), themeButton());
  const registries = { encodings: pe.encodings, analyses: pe.analyses, layers };
  const read = (): KernelsState => decode(location.hash, registries) ?? initial;
  const state = signal(read());
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    state.value = read();
  });
  const ctx: Context = {
    pe,
    state,
    accepted: signal<Accepted | null>(null),
    kernel: signal<Kernel | null>(null),
    update(patch, final = true) {
      state.value = { ...state.value, ...patch };
      clearTimeout(timer);
      const write = (): void => {
        const hash = encode(state.value);
        if (hash !== location.hash) history.pushState(null, '', hash);
      };
      if (final) write();
      else timer = setTimeout(write, QUIET_MS);
    },
  };
  mountKernel(byId('kernel'), ctx);
  mountStatistics(byId('statistics'), ctx);
  mountLong(byId('long'), ctx);
  mountNetwork(byId('network'), ctx);
  mountAnalyses(byId('analyses'), ctx);
}
