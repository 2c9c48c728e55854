/** Starts a page: the library in a worker, the fault that it could not, the console's `posenc`. */
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
  /** The page's own instance of the library, for the console and the tests. */
  var posenc: Posenc;
}

interface Start {
  /** It takes files that are dropped or pasted; any other page hands them to the Report. */
  readonly takesFiles?: boolean;
  /** What the page needs beside the library to be made in one go. */
  first?(): Promise<unknown>;
  /** The modules without which nothing is shown; any other comes when it is first asked for. */
  readonly preload?: readonly ModuleName[];
  /** In place of the button that copies the address, where that holds nothing of the page or not all. */
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

/** There before formulas are set, where the first screen has some: they would move when it came. */
async function formulaFont(): Promise<void> {
  if (document.querySelector('link[rel=preload][as=font]')) await document.fonts.load('1em "STIX Two Math"');
}
