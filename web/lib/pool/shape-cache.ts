/**
 * Caches the shapes of recent specs, so that a repeated spec needs no message.
 */
import { keyOf } from '../requests/spec-key.js';
import type { RawSpec } from '../types/core.js';
import type { Shape } from '../types/posenc.js';

const mostKept = 32;
/** Copying a spec with more elements (learned values) to a worker takes about as long as the work itself. */
const mostNumbers = 4096;

export class ShapeCache {
  readonly #shapes = new Map<string, Shape>();

  /** Returns undefined for a spec that is too large to send to several workers, or that has no shape. */
  async of(spec: RawSpec, ask: () => Promise<Shape>): Promise<Shape | undefined> {
    const key = keyOf(spec, mostNumbers);
    if (key === undefined) return undefined;
    const known = this.#shapes.get(key);
    if (known) return known;
    const shape = await ask().catch(() => undefined);
    if (!shape) return undefined;
    if (this.#shapes.size >= mostKept) this.#shapes.delete(this.#shapes.keys().next().value!);
    this.#shapes.set(key, shape);
    return shape;
  }
}
