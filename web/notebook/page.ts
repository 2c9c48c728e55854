/** Starts a page: creates the library in a worker, reports failures, and sets the console's `posenc`. */
import { create, type Posenc } from './library.js';
import type { ModuleName } from '../lib/types/posenc.js';
import { takeFiles } from './widgets/given-files.js';
import { liveFrame } from './live-frame.js';
import { byId } from './say.js';
import { trustOwnAddresses } from './trusted-addresses.js';
import { copyLink } from './widgets/copy-link.js';
import { failureOf } from './kit/errors.js';

export { byId, say } from './say.js';

declare global {
  /** The page's library instance, for the console and tests. */
  var posenc: Posenc;
}

interface Start {
  /** The page handles dropped and pasted files; other pages pass them to the Report. */
  readonly takesFiles?: boolean;
  /** Further resources to load in parallel with the library. */
  first?(): Promise<unknown>;
  /** Modules needed for the first output; others load on demand. */
  readonly preload?: readonly ModuleName[];
  /** Replaces the copy-link button if the address does not hold the state of the page. */
  readonly tools?: readonly Node[];
}

export async function startPage(
  mount: (pe: Posenc) => void | Promise<void>,
  { first = async () => undefined, preload = ['core'], tools = [copyLink()], takesFiles = false }: Start = {},
): Promise<void> {
  liveFrame(...tools);
  if (!takesFiles)
    takeFiles((given) => void import('./widgets/handed.js').then(({ handToReport }) => handToReport(given, showFault)));
  trustOwnAddresses();
  let pe: Posenc;
  try {
    [pe] = await Promise.all([
      create({ worker: true, preload }),
      Promise.all([first(), formulaFont()]).catch(() => undefined),
    ]);
  } catch (error) {
    return showFault(`The computing core could not start: ${failureOf(error).message}`);
  }
  globalThis.posenc = pe;
  await mount(pe);
  document.documentElement.dataset['ready'] = 'true';
}

function showFault(text: string): void {
  const fault = byId('fault');
  fault.hidden = false;
  fault.textContent = text;
}

/** Waits for the font if the first screen has formulas, which would shift when it loads. */
async function formulaFont(): Promise<void> {
  if (document.querySelector('link[rel=preload][as=font]')) await document.fonts.load('1em "STIX Two Math"');
}
