/** The page about spectral bias: experiments with networks that are trained here, beside what kernels predict. */
import { signal } from '@preact/signals-core';
import { layers } from 'posenc';
import type { Posenc } from '../../lib/posenc.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
import { sectionLinks } from '../widgets/section-links.js';
import { themeButton } from '../widgets/theme.js';
import { mountBandwidth } from './bandwidth.js';
import { mountBare } from './bare.js';
import { biasChosenBar } from './chosen.js';
import { mountClaim } from './claim.js';
import type { Context } from './context.js';
import { mountDecay } from './decay.js';
import { mountFinite } from './finite.js';
import { mountFirst } from './first.js';
import { mountOwn } from './own.js';
import type { BiasState } from './state.js';
import { decode, encode, initial } from './state.js';

/** Browsers throttle the history; a gesture writes once it rests. */
const QUIET_MS = 250;

sectionLinks();
void startPage(mount);

function mount(pe: Posenc): void {
  byId('tools').append(copyLink(), themeButton());
  const registries = { encodings: pe.encodings, analyses: pe.analyses, layers };
  const read = (): BiasState => decode(location.hash, registries) ?? initial;
  const state = signal(read());
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    state.value = read();
  });
  const ctx: Context = {
    pe,
    state,
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
  mountFirst(byId('first'), ctx);
  mountBandwidth(byId('bandwidth'), ctx);
  mountDecay(byId('decay'), ctx);
  mountBare(byId('bare'), ctx);
  const modeText = mountFinite(byId('finite'), ctx);
  mountClaim(byId('claim'), ctx);
  mountOwn(byId('own'), ctx);
  byId('chosen').append(biasChosenBar(ctx, modeText));
}
