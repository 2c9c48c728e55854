/** The page about spectral bias: experiments with networks trained here, and what kernels predict. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/precision.css';
import '../style/spectral-bias.css';
import { signal } from '@preact/signals-core';
import { analyses, layers } from 'posenc';
import type { Posenc } from '../library.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { withCalls } from '../calls.js';
import { lazyMount } from '../widgets/lazy-mount.js';
import { biasChosenBar } from './chosen.js';
import type { Context } from './context.js';
import { mountFourierRegression } from './fourier-regression.js';
import { biasLink } from './state.js';

void startPage((pe) => mount(withCalls(pe)), { preload: [] });

async function mount(pe: Posenc): Promise<void> {
  const ctx: Context = { pe, ...(await store(biasLink({ encodings: pe.encodings, analyses, layers }))) };
  mountFourierRegression(byId('first'), ctx);
  const modeText = signal((_mode: number): string => '');
  byId('chosen').append(biasChosenBar(ctx, (mode) => modeText.value(mode)));
  const sections: Readonly<Record<string, () => Promise<(root: HTMLElement, ctx: Context) => unknown>>> = {
    bandwidth: async () => (await import('./bandwidth.js')).mountBandwidth,
    decay: async () => (await import('./decay.js')).mountDecay,
    bare: async () => (await import('./bare-coordinate.js')).mountBareCoordinate,
    finite: async () => {
      const { mountFinite } = await import('./finite.js');
      return (root) => (modeText.value = mountFinite(root, ctx));
    },
    claim: async () => (await import('./claim.js')).mountClaim,
    own: async () => (await import('./own-network.js')).mountOwnNetwork,
  };
  for (const [id, load] of Object.entries(sections))
    lazyMount(byId(id), async () => {
      const mountSection = await load();
      return (root) => void mountSection(root, ctx);
    });
}
