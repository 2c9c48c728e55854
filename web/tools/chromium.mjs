/** The Chromium of the page tests: the one place that chooses it. */
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

/** What POSENC_CHROMIUM names, else the system's, else the one that Playwright installed for itself; '' without any. */
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
