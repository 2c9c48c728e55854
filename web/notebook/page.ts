/** Starts a page: the library in a worker, the fault that it could not, the console's `posenc`. */
import { create, type Posenc } from './library.js';
import type { ModuleName } from '../lib/types/posenc.js';
import { embedMode } from './embed-mode.js';
import { byId } from './say.js';
import { trustOwnAddresses } from './trusted-addresses.js';
import { pageMenus } from './widgets/page-menus.js';
import { embedPageButton } from './widgets/embed-page.js';
import { failureOf } from './widgets/errors.js';
import { sectionLinks } from './widgets/section-links.js';

export { byId, say } from './say.js';

declare global {
  /** The page's own instance of the library, for the console and the tests. */
  // eslint-disable-next-line no-var
  var posenc: Posenc;
}

interface Start {
  /** What the page needs beside the library to be made in one go. */
  first?(): Promise<unknown>;
  /** The modules without which nothing is shown; any other comes when it is first asked for. */
  readonly preload?: readonly ModuleName[];
}

export async function startPage(
  mount: (pe: Posenc) => void | Promise<void>,
  { first = async () => undefined, preload = ['core'] }: Start = {},
): Promise<void> {
  embedMode();
  trustOwnAddresses();
  pageMenus();
  sectionLinks();
  embedPageButton();
  let pe: Posenc;
  try {
    [pe] = await Promise.all([
      create({ worker: true, preload }),
      Promise.all([first(), formulaFont()]).catch(() => undefined),
    ]);
  } catch (error) {
    const fault = byId('fault');
    fault.hidden = false;
    fault.textContent = `The computing core could not start: ${failureOf(error).message}`;
    return;
  }
  globalThis.posenc = pe;
  await mount(pe);
  document.documentElement.dataset['ready'] = 'true';
}

/** There before formulas are set, where the first screen has some: they would move when it came. */
async function formulaFont(): Promise<void> {
  if (document.querySelector('link[rel=preload][as=font]')) await document.fonts.load('1em "STIX Two Math"');
}
