/** The page of large tables: computed in blocks, looked at through a window, written to a file as they come. */
import '../style/kernels.css';
import '../style/precision.css';
import { signal } from '@preact/signals-core';
import type { Posenc } from '../../lib/types/posenc.js';
import { store } from '../history.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
import { later } from '../widgets/later.js';
import { themeButton } from '../widgets/theme.js';
import { mountCompute } from './compute.js';
import type { Accepted, Context } from './context.js';
import { machines } from './machines.js';
import { decode, encode, initial } from './state.js';

void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const encodings = pe.encodings.filter(({ stages }) => stages.includes('table'));
  const { state, update } = await store({ initial, decode: (hash) => decode(hash, encodings), encode });
  const ctx: Context = { pe, state, update, accepted: signal<Accepted>() };
  const all = machines(pe);
  mountCompute(byId('compute'), ctx, all);
  later(byId('window'), async () => {
    const { mountWindow } = await import('./window.js');
    return (root) => mountWindow(root, ctx);
  });
  later(byId('file'), async () => {
    const { mountFile } = await import('./file.js');
    return (root) => mountFile(root, ctx, all);
  });
}
