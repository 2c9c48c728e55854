/** Library instances by number of workers and device: one is kept, others end after their last use. */
import { create, type Posenc } from '../library.js';
import type { Device } from './state.js';

export type Machines = ReturnType<typeof machines>;

interface Machine {
  readonly key: string;
  readonly made: Promise<Posenc>;
  users: number;
}

export function machines(own: Posenc) {
  let kept: Machine | undefined;

  return {
    /** Runs `work` with the page's own instance if that matches, else with one that lives until it ends. */
    async use<T>(workers: number, device: Device, work: (pe: Posenc) => Promise<T>): Promise<T> {
      if (workers === 1 && device === 'wasm') return work(own);
      const key = `${workers}/${device}`;
      if (kept?.key !== key) {
        const old = kept;
        const next: Machine = { key, made: create({ workers, device }), users: 0 };
        next.made.catch(() => {
          if (kept === next) kept = undefined; // the next call retries
        });
        kept = next;
        if (old) endUnused(old);
      }
      const machine = kept;
      machine.users++;
      try {
        return await work(await machine.made);
      } finally {
        machine.users--;
        endUnused(machine);
      }
    },
  };

  function endUnused(machine: Machine): void {
    if (machine.users > 0 || machine === kept) return;
    machine.made.then((pe) => pe.dispose()).catch(() => undefined);
  }
}
