/**
 * Views of other pages in a cell: the cell names a view and its subject. The code of that page computes and draws it
 * here, with a separate library instance. Arguments are validated, and unknown ones throw.
 */
import { create, type Posenc } from '../../library.js';
import { trustOwnAddresses } from '../../trusted-addresses.js';
import type { Output, RunNow, ViewName } from '../protocol.js';
import type { MakeView } from './given.js';

const makers: Readonly<Record<Exclude<ViewName, 'figure'>, () => Promise<{ readonly make: MakeView }>>> = {
  clocks: () => import('./clocks.js'),
  kernel: () => import('./kernel.js'),
  compare: () => import('./compare.js'),
  labRun: () => import('./lab-run.js'),
};

let library: Promise<Posenc> | undefined;
/** Created for the first view. */
function started(): Promise<Posenc> {
  trustOwnAddresses();
  return (library ??= create({ worker: true, preload: ['core'] }).catch((error: unknown) => {
    library = undefined; // the next view retries
    throw error;
  }));
}

export async function viewElement(
  { view, of }: Extract<Output, { kind: 'view' }>,
  tell: (now: RunNow) => void,
): Promise<HTMLElement> {
  // a figure starts the library only if it needs it
  if (view === 'figure') return (await import('./figure.js')).figureElement(started, of);
  const [{ make }, pe] = await Promise.all([makers[view](), started()]);
  return make(pe, of, tell);
}
