/** The page about spectral bias: experiments with networks that are trained here, beside what kernels predict. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/spectral-bias.css';
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
import { biasChosenBar } from './chosen.js';
import type { Context } from './context.js';
import { mountFourierRegression } from './fourier-regression.js';
import { decode, encode, initial } from './state.js';

void startPage((pe) => mount(traced(pe)), { preload: [] });

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const registries = { encodings: pe.encodings, analyses: pe.analyses, layers };
  const ctx: Context = { pe, ...(await store({ initial, decode: (hash) => decode(hash, registries), encode })) };
  mountFourierRegression(byId('first'), ctx);
  const modeText = signal((_mode: number): string => '');
  byId('chosen').append(biasChosenBar(ctx, (mode) => modeText.value(mode)));
  later(byId('bandwidth'), async () => {
    const { mountBandwidth } = await import('./bandwidth.js');
    return (root) => mountBandwidth(root, ctx);
  });
  later(byId('decay'), async () => {
    const { mountDecay } = await import('./decay.js');
    return (root) => mountDecay(root, ctx);
  });
  later(byId('bare'), async () => {
    const { mountBareCoordinate } = await import('./bare-coordinate.js');
    return (root) => mountBareCoordinate(root, ctx);
  });
  later(byId('finite'), async () => {
    const { mountFinite } = await import('./finite.js');
    return (root) => {
      modeText.value = mountFinite(root, ctx);
    };
  });
  later(byId('claim'), async () => {
    const { mountClaim } = await import('./claim.js');
    return (root) => mountClaim(root, ctx);
  });
  later(byId('own'), async () => {
    const { mountOwnNetwork } = await import('./own-network.js');
    return (root) => mountOwnNetwork(root, ctx);
  });
}
