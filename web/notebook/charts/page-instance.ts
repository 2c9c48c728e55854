/**
 * The `posenc` that the gallery's examples import: it shares the page's instance, so that eleven programs load one
 * module. Its `dispose` does nothing.
 */
import type { Posenc } from '../library.js';

export async function create(): Promise<Posenc> {
  return { ...globalThis.posenc, dispose: () => undefined };
}
