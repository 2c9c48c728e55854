/**
 * The plans of one engine. Planning takes longer than a small call, so plans of recent specs are kept, and those of
 * prepared specs until they are released. One call at a time uses a plan, so its cached data (waves, positions) are not
 * shared. A concurrent call gets another plan.
 */
import { keyOf } from '../requests/spec-key.js';
import type { CoreModule, RawSpec } from '../types/core.js';
import type { Instance } from './host.js';
import type { Plan } from './plan.js';

/** Maximum number of kept plans of unprepared specs; each may hold some megabytes. */
export const mostKept = 4;
/** A spec with more numbers (learned values) is not compared with others … */
const mostNumbers = 256;
/** … and a finite table with more entries is not kept. */
const mostEntries = 2 ** 17;

interface KeptPlan {
  plan: Plan;
  inUse: boolean;
}
interface Prepared {
  readonly spec: RawSpec;
  kept: KeptPlan | undefined;
}
export interface PlanLease {
  readonly plan: Plan;
  /** `keep`: true if the plan is in its initial state and small. */
  release(keep: boolean): void;
}

export class Plans {
  /** Keyed by keyOf(spec), most recently used last. */
  readonly #kept = new Map<string, KeptPlan>();
  /** Plans of prepared specs, with the specs: a worker receives a spec once, then only its id. */
  readonly #prepared = new Map<number, Prepared>();

  acquire(instance: Instance<CoreModule>, spec: RawSpec): PlanLease {
    return spec.prepared === undefined ? this.#acquireKept(instance, spec) : this.#acquirePrepared(instance, spec);
  }

  prepare(spec: RawSpec): void {
    this.#prepared.set(spec.prepared!, { spec, kept: undefined });
  }

  /** Returns the request with its full spec, so that it works even if the spec is released before it starts. */
  resolved<R extends object>(request: R): R {
    const { spec } = request as { spec?: RawSpec };
    if (spec?.prepared === undefined) return request;
    if (!this.#prepared.has(spec.prepared)) this.prepare(spec);
    return Object.assign(request, { spec: this.#prepared.get(spec.prepared)!.spec });
  }

  /** Releases the plan of a prepared spec; a call in progress continues. */
  release(prepared: number): void {
    const kept = this.#prepared.get(prepared)?.kept;
    this.#prepared.delete(prepared);
    if (kept && !kept.inUse) kept.plan.release();
  }

  #acquireKept(instance: Instance<CoreModule>, spec: RawSpec): PlanLease {
    const key = keyOf(spec, mostNumbers);
    const known = key === undefined ? undefined : this.#kept.get(key);
    if (key === undefined || (known?.inUse && known.plan.alive())) return ownPlan(instance, spec);
    const kept = known?.plan.alive() ? known : { plan: start(instance, spec), inUse: false };
    kept.inUse = true;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return {
      plan: kept.plan,
      release: (keep) => {
        kept.inUse = false;
        if (!keep || entriesOf(kept.plan) > mostEntries) this.#drop(key, kept);
        for (const [oldest, one] of this.#kept) {
          if (this.#kept.size <= mostKept) break;
          if (!one.inUse) this.#drop(oldest, one);
        }
      },
    };
  }

  /** Releases idle plans; returns true if there were any. */
  relieve(): boolean {
    const idle = [...this.#kept].filter(([, { inUse, plan }]) => !inUse && plan.alive());
    for (const [key, kept] of idle) this.#drop(key, kept);
    return idle.length > 0;
  }

  #drop(key: string, kept: KeptPlan): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    kept.plan.release();
  }

  #acquirePrepared(instance: Instance<CoreModule>, spec: RawSpec): PlanLease {
    const number = spec.prepared!;
    const entry = this.#prepared.get(number);
    const kept = entry?.kept;
    if (!entry || (kept?.inUse && kept.plan.alive())) return ownPlan(instance, spec);
    const mine = kept?.plan.alive() ? kept : { plan: start(instance, spec), inUse: false };
    entry.kept = mine;
    mine.inUse = true;
    return {
      plan: mine.plan,
      release: () => {
        mine.inUse = false;
        if (this.#prepared.get(number)?.kept !== mine) mine.plan.release(); // released meanwhile
      },
    };
  }
}

/** A plan for one call only. */
function ownPlan(instance: Instance<CoreModule>, spec: RawSpec): PlanLease {
  const plan = start(instance, spec);
  return { plan, release: () => plan.release() };
}

export function start({ call, alive }: Instance<CoreModule>, spec: RawSpec): Plan {
  const sizes = call((core) => core.plan(spec));
  const release = (): void => {
    if (alive()) call((core) => core.release(sizes.handle));
  };
  return { sizes, handle: sizes.handle, scratchBytes: call((core) => core.scratchBytes()), call, alive, release };
}

/** Number of entries of a finite table, which may be cached whole. */
const entriesOf = ({ sizes: { width, extent } }: Plan): number =>
  extent.length === 0 ? 0 : extent.reduce((product, size) => product * size, width);
