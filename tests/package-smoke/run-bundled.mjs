// Runs a bundled app as a browser would: files are fetched, from the folder of the bundle, and are typed.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

globalThis.fetched = [];
globalThis.fetch = async (url) => {
  const file = new URL(url);
  try {
    const bytes = await readFile(file);
    globalThis.fetched.push(basename(file.pathname));
    return new Response(bytes, { headers: { 'content-type': 'application/wasm' } });
  } catch {
    return new Response('not found', { status: 404 });
  }
};
await import(pathToFileURL(process.argv[2]).href);
