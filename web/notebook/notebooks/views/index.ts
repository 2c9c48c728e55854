/**
 * The site's own views in a cell: a cell names one and says of what it is, and the code of its page computes and draws it,
 * in this page and by a library of its own. What a cell says is read field by field; nothing that it has not is passed over.
 */
import { create, type Posenc } from '../../library.js';
import { trustOwnAddresses } from '../../trusted-addresses.js';
import type { Output, RunNow, ViewName } from '../protocol.js';
import type { MakeView } from './given.js';

const makers: Readonly<Record<ViewName, () => Promise<{ readonly make: MakeView }>>> = {
  clocks: () => import('./clocks.js'),
  kernel: () => import('./kernel.js'),
  compare: () => import('./compare.js'),
  labRun: () => import('./lab-run.js'),
};

let library: Promise<Posenc> | undefined;
/** Made with the first view. */
function started(): Promise<Posenc> {
  trustOwnAddresses();
  return (library ??= create({ worker: true, preload: ['core'] }).catch((error: unknown) => {
    library = undefined; // the next view tries again
    throw error;
  }));
}

export async function viewElement(
  { view, of }: Extract<Output, { kind: 'view' }>,
  tell: (now: RunNow) => void,
): Promise<HTMLElement> {
  const [{ make }, pe] = await Promise.all([makers[view](), started()]);
  return make(pe, of, tell);
}
