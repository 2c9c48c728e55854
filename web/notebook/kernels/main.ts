/** The kernel page: one encoding's kernel in linked charts, at a billion positions, under a network, and in any analysis. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/precision.css';
import { signal } from '@preact/signals-core';
import { layers } from 'posenc';
import type { Posenc } from '../../lib/posenc.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
import { themeButton } from '../widgets/theme.js';
import { mountAnalyses } from './analyses.js';
import type { Context } from './context.js';
import type { Accepted, Kernel } from './kernel.js';
import { mountKernel } from './linked.js';
import { mountLong } from './long.js';
import { mountNetwork } from './network.js';
import { decode, encode, initial } from './state.js';
import { mountStatistics } from './statistics.js';

void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const registries = { encodings: pe.encodings, analyses: pe.analyses, layers };
  const { state, update } = await store({ initial, decode: (hash) => decode(hash, registries), encode });
  const ctx: Context = {
    pe,
    state,
    accepted: signal<Accepted | null>(null),
    kernel: signal<Kernel | null>(null),
    update,
  };
  mountKernel(byId('kernel'), ctx);
  mountStatistics(byId('statistics'), ctx);
  mountLong(byId('long'), ctx);
  mountNetwork(byId('network'), ctx);
  mountAnalyses(byId('analyses'), ctx);
}
