/** The kernel page: one encoding's kernel in linked charts, at a billion positions, under a network, and in any analysis. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/precision.css';
import { signal } from '@preact/signals-core';
import { layers } from 'posenc';
import type { Posenc } from '../../lib/types/posenc.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { traced } from '../traced.js';
import { copyLink } from '../widgets/copy-link.js';
import { later } from '../widgets/later.js';
import { themeButton } from '../widgets/theme.js';
import type { Context } from './context.js';
import type { Accepted, Kernel } from './kernel.js';
import { mountKernel } from './linked.js';
import { decode, encode, initial } from './state.js';

void startPage((pe) => mount(traced(pe)));

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const registries = { encodings: pe.encodings, analyses: pe.analyses, layers };
  const { state, update } = await store({ initial, decode: (hash) => decode(hash, registries), encode });
  const ctx: Context = {
    pe,
    state,
    accepted: signal<Accepted>(),
    kernel: signal<Kernel>(),
    update,
  };
  mountKernel(byId('kernel'), ctx);
  later(byId('statistics'), async () => {
    const { mountStatistics } = await import('./statistics.js');
    return (root) => mountStatistics(root, ctx);
  });
  later(byId('long'), async () => {
    const { mountLong } = await import('./long.js');
    return (root) => mountLong(root, ctx);
  });
  later(byId('network'), async () => {
    const { mountNetwork } = await import('./network.js');
    return (root) => mountNetwork(root, ctx);
  });
  later(byId('analyses'), async () => {
    const { mountAnalyses } = await import('./analyses.js');
    return (root) => mountAnalyses(root, ctx);
  });
}
