/**
 * Where core.wasm is in Node: a file next to the package, read without the network.
 */
import { readFile } from 'node:fs/promises';
import { browserSource } from './browser.js';
import { compile, type Source } from './load.js';

export const nodeSource: Source = {
  packaged: () => readModule(new URL('../../core.wasm', import.meta.url)),
  at: (url, signal) => (/^https?:/i.test(String(url)) ? browserSource.at(url, signal) : readModule(url)),
};

/** A path or a file: URL. */
async function readModule(place: string | URL): Promise<WebAssembly.Module> {
  const path = typeof place === 'string' && place.startsWith('file:') ? new URL(place) : place;
  return compile(await readFile(path), String(place));
}
