/** Instances of the library for a number of workers and a device; the last one that was asked for is kept. */
import { create } from 'posenc';
import type { Posenc } from '../../lib/posenc.js';
import type { Device } from './state.js';

export interface Machines {
  /** The page's own instance where that is what is asked for. */
  get(workers: number, device: Device): Promise<Posenc>;
}

export function machines(own: Posenc): Machines {
  let key = '';
  let kept: Promise<Posenc> | null = null;
  return {
    get(workers, device) {
      if (workers === 1 && device === 'wasm') return Promise.resolve(own);
      const wanted = `${workers}/${device}`;
      if (kept !== null && key === wanted) return kept;
      kept?.then((pe) => pe.dispose()).catch(() => undefined);
      key = wanted;
      kept = create({ workers, device });
      kept.catch(() => {
        if (key === wanted) kept = null; // the next call tries again
      });
      return kept;
    },
  };
}
