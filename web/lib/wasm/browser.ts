/**
 * URLs of the modules in a browser, a web worker or an edge runtime, written so that Vite, webpack and Rollup plugins
 * recognise and copy the file.
 */
import { compile, compileError } from './compile.js';
import type { ModuleFetcher } from './module-loader.js';
import type { ModuleFile } from './modules.js';

const packagedUrl: Record<ModuleFile, () => URL> = {
  'core.wasm': () => new URL('../../core.wasm', import.meta.url),
  'analysis.wasm': () => new URL('../../analysis.wasm', import.meta.url),
  'train.wasm': () => new URL('../../train.wasm', import.meta.url),
  'config.wasm': () => new URL('../../config.wasm', import.meta.url),
};

export const browserFetcher: ModuleFetcher = {
  packaged: (file) => packagedUrl[file](),
  async compiled(url, signal) {
    const response = await answer(url, signal);
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith('application/wasm')) return compile(await response.arrayBuffer(), String(url));
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      throw compileError(cause, String(url));
    }
  },
  bytes: async (url, signal) => (await answer(url, signal)).arrayBuffer(),
  absolute(url) {
    try {
      return new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href).href;
    } catch {
      return String(url); // fetching it fails with a better error
    }
  },
};

async function answer(url: string | URL, signal: AbortSignal | undefined): Promise<Response> {
  const response = await fetch(url, { credentials: 'same-origin', signal: signal ?? null });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}
