/** Chooses the Chromium of the page tests. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The full path of a program on PATH, or ''. */
export function which(name) {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    if (dir && existsSync(join(dir, name))) return join(dir, name);
  }
  return '';
}

/**
 * Finds a Chromium for pages without a visible window: POSENC_CHROMIUM, else the system's headless shell, else any
 * Chromium. The headless shell uses a quarter less processor time (`npm test`, Chromium 156).
 */
export const findHeadless = async () =>
  process.env.POSENC_CHROMIUM || which('chromium-headless-shell') || (await findChromium());

/** POSENC_CHROMIUM, else the system's Chromium, else Playwright's own; '' if there is none. */
export async function findChromium() {
  if (process.env.POSENC_CHROMIUM) return process.env.POSENC_CHROMIUM;
  for (const name of names) {
    const path = which(name);
    // Ubuntu's chromium-browser is a script that only names a snap
    if (path && !(name === 'chromium-browser' && !existsSync('/snap/bin/chromium'))) return path;
  }
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : '';
}
