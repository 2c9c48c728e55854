/** The kernel page: one encoding's kernel in linked charts, with many positions, and under a network. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/precision.css';
import { effect, signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { pageOf } from '../encodings/links.js';
import { store as keep } from '../history.js';
import { judged } from '../kit/accepted.js';
import { fill, html } from '../kit/html.js';
import { byId, startPage } from '../page.js';
import { traced } from '../traced.js';
import { copyLink } from '../widgets/copy-link.js';
import { lazyMount } from '../widgets/lazy-mount.js';
import { themeButton } from '../widgets/theme.js';
import type { Context } from './context.js';
import type { Kernel, KernelMatrix } from './kernel.js';
import { mountKernel } from './linked.js';
import { formerAnalysis, kernelsLink } from './state.js';

void startPage((pe) => mount(traced(pe)));

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  void tellOfAnalysis();
  const store = await keep(kernelsLink(pe.encodings));
  const context: Context = {
    ...{ pe, ...store, ...judged(pe, () => store.state.value.spec) },
    matrix: signal<KernelMatrix>(),
    kernel: signal<Kernel>(),
  };
  effect(() => byId('analyses').setAttribute('href', pageOf('analyses', store.state.value.spec)));
  mountKernel(context);
  lazyMount(byId('statistics'), async () => {
    const { mountStatistics } = await import('./statistics.js');
    return (root) => mountStatistics(root, context);
  });
  lazyMount(byId('long'), async () => {
    const { mountLong } = await import('./long.js');
    return (root) => mountLong(root, context);
  });
  lazyMount(byId('network'), async () => {
    const { mountNetwork } = await import('./network.js');
    return (root) => mountNetwork(root, context);
  });
}

/** A former link may name an analysis, which is on a page of its own. */
async function tellOfAnalysis(): Promise<void> {
  const info = await formerAnalysis(location.hash);
  if (info === undefined) return;
  byId('moved').hidden = false;
  fill(
    byId('moved'),
    html`<a href=${`./analyses.html${location.hash}`}>${info.title}</a>`,
    ' is on the page Analyses.',
  );
}
