/** The page about spectral bias: experiments with networks that are trained here, beside what kernels predict. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/spectral-bias.css';
import '../style/precision.css';
import { layers } from 'posenc';
import type { Posenc } from '../../lib/posenc.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
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
import { decode, encode, initial } from './state.js';

void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const registries = { encodings: pe.encodings, analyses: pe.analyses, layers };
  const ctx: Context = { pe, ...(await store({ initial, decode: (hash) => decode(hash, registries), encode })) };
  mountFirst(byId('first'), ctx);
  mountBandwidth(byId('bandwidth'), ctx);
  mountDecay(byId('decay'), ctx);
  mountBare(byId('bare'), ctx);
  const modeText = mountFinite(byId('finite'), ctx);
  mountClaim(byId('claim'), ctx);
  mountOwn(byId('own'), ctx);
  byId('chosen').append(biasChosenBar(ctx, modeText));
}
