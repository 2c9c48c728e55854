/**
 * Several processes in one folder of results: one at a time reads what is there and writes it with its own runs added, and
 * each has stages in folders of its own.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasEnded, me } from '../owner.js';
import { fill, once, openNew, partialOf } from '../whole-file.js';

/** How long another machine's file lies still before its process counts as ended. A lock is held for a moment. */
const [lockLasts, claimLasts] = [60_000, 3_600_000];

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // another process has taken it away
  }
}
const untouched = (path: string): number => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there ? Date.now() - there.mtimeMs : 0;
};

/** Does the work while no other process, and no other call of this one, holds the lock of this name. */
export async function locked<T>(lock: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const taken = await openNew(lock).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EEXIST') throw thrown;
    });
    if (taken) {
      await fill(taken, once(me()));
      break;
    }
    await breakStale(lock);
    await wait(20);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Takes away the lock of a process that was killed. */
async function breakStale(lock: string): Promise<void> {
  const owner = textOf(lock);
  // an empty one is being written, or its writer was killed before it had
  if (owner === undefined || !(hasEnded(owner) ?? untouched(lock) > lockLasts)) return;
  const aside = partialOf(lock);
  await rename(lock, aside).catch(() => undefined);
  // where another process was sooner, this is its own lock now, which it gets back
  if ((textOf(aside) ?? owner) !== owner) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

/** What a folder of a stage is for: the runs of a seed, and whose it is. */
interface Claim {
  readonly owner: string;
  readonly seed: number;
  readonly arms: readonly string[];
}
const claimFile = (folder: string): string => `${folder}.of`;
function claimOf(folder: string): Claim | undefined {
  try {
    const claim = JSON.parse(textOf(claimFile(folder)) ?? '') as Partial<Claim> | undefined;
    return typeof claim?.owner === 'string' && Array.isArray(claim.arms) ? (claim as Claim) : undefined;
  } catch {
    return undefined;
  }
}
function isFree(folder: string): boolean {
  const claim = claimOf(folder);
  if (claim === undefined) return true;
  const still = Math.min(untouched(claimFile(folder)), ...filesIn(folder).map((name) => untouched(join(folder, name))));
  return hasEnded(claim.owner) ?? still > claimLasts;
}
const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** A folder that no other process has; one of a process that was killed is gone on with. Called by who holds the lock. */
export async function claim(folder: string, of: Omit<Claim, 'owner'>): Promise<string> {
  let free = folder;
  for (let k = 2; !isFree(free); k++) free = `${folder}-${k}`;
  mkdirSync(free, { recursive: true });
  rmSync(claimFile(free), { force: true });
  await fill(await openNew(claimFile(free)), once(JSON.stringify({ owner: me(), ...of })));
  return free;
}

export function release(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  rmSync(claimFile(folder), { force: true });
}

/** Takes away what was left of runs that are in the results now, and the folder of all stages where nothing else is in it. */
export function tidy(work: string, has: (arm: string, seed: number) => boolean): void {
  const left = filesIn(work).filter((name) => name.endsWith('.of'));
  for (const folder of left.map((name) => join(work, name.slice(0, -3)))) {
    const of = claimOf(folder);
    if (of && isFree(folder) && of.arms.every((arm) => has(arm, of.seed))) release(folder);
  }
  try {
    rmdirSync(work);
  } catch {
    // it is not there, or another process has stages in it
  }
}
