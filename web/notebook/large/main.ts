/** The page of large tables: viewed through a window, computed in blocks, streamed to a file. */
import '../style/kernels.css';
import '../style/precision.css';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { judged } from '../kit/accepted.js';
import { startPage } from '../page.js';
import { mountLater } from '../widgets/lazy-mount.js';
import type { Context } from './context.js';
import { machines } from './machines.js';
import { largeLink } from './state.js';
import { mountWindow } from './window.js';

void startPage(mount);

async function mount(pe: Posenc): Promise<void> {
  const encodings = pe.encodings.filter(({ stages }) => stages.includes('table'));
  const store = await keep(largeLink(encodings));
  const draft = judged(pe, () => store.state.value.spec);
  const context: Context = { pe, store, encodings, machines: machines(pe), ...draft };
  mountWindow(context);
  mountLater('compute', () => import('./compute.js'), context);
  mountLater('file', () => import('./file.js'), context);
}
