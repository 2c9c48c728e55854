/** Locations of the modules in Node: files of the package, read without the network. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browserFetcher } from './browser.js';
import { compile } from './compile.js';
import type { ModuleFetcher } from './module-loader.js';

const isRemote = (place: string | URL): boolean => /^https?:/i.test(String(place));

export const nodeFetcher: ModuleFetcher = {
  packaged: browserFetcher.packaged,
  compiled: async (place, signal) =>
    isRemote(place) ? browserFetcher.compiled(place, signal) : compile(await read(place), String(place)),
  bytes: (place, signal) => (isRemote(place) ? browserFetcher.bytes(place, signal) : read(place)),
  // one letter before a colon is a drive
  absolute: (url) =>
    url instanceof URL || /^[a-z][a-z\d+.-]+:/i.test(url) ? String(url) : pathToFileURL(resolve(url)).href,
};

/** A path or a file: URL. */
function read(place: string | URL): Promise<Uint8Array> {
  return readFile(typeof place === 'string' && place.startsWith('file:') ? new URL(place) : place);
}
