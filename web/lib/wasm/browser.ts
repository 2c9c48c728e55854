/**
 * Where core.wasm is in a browser, a web worker or an edge runtime. The URL is written so that Vite,
 * webpack and Rollup plugins recognise the file and copy it.
 */
import { compile, compileError, type Source } from './load.js';

export const browserSource: Source = {
  packaged: (signal) => fetchModule(new URL('../../core.wasm', import.meta.url), signal),
  at: fetchModule,
};

async function fetchModule(url: string | URL, signal: AbortSignal | undefined): Promise<WebAssembly.Module> {
  const response = await fetch(url, { credentials: 'same-origin', signal: signal ?? null });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/wasm')) return compile(await response.arrayBuffer(), String(url));
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (cause) {
    throw compileError(cause, String(url));
  }
}
