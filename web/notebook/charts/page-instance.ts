/**
 * What `posenc` is to the examples of the gallery: the instance that the page has anyway, so that eleven programs load one
 * module. They dispose of theirs; the page keeps its own.
 */
import type { Posenc } from '../library.js';

export async function create(): Promise<Posenc> {
  return { ...globalThis.posenc, dispose: () => undefined };
}
