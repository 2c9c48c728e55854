/** The kernel page: one encoding's kernel in linked charts, for many positions, and under a network. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/precision.css';
import { effect } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { pageOf } from '../encodings/links.js';
import { store as keep } from '../history.js';
import { byId, startPage } from '../page.js';
import { withCalls } from '../calls.js';
import { mountLater } from '../widgets/lazy-mount.js';
import { contextOf } from './context.js';
import { mountKernel } from './linked.js';
import { kernelsLink } from './state.js';

void startPage((pe) => mount(withCalls(pe)));

async function mount(pe: Posenc): Promise<void> {
  const store = await keep(kernelsLink(pe.encodings));
  const context = contextOf(pe, store);
  effect(() => byId('analyses').setAttribute('href', pageOf('analyses', store.state.value.spec)));
  mountKernel(context);
  mountLater('statistics', () => import('./statistics.js'), context);
  mountLater('long', () => import('./long.js'), context);
  mountLater('network', () => import('./network.js'), context);
}
