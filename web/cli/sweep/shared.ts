/**
 * Lets several processes share a folder of results: one at a time reads the file and writes it with its own runs added,
 * and each keeps stages in its own folders.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasEnded, me } from '../owner.js';
import { fill, once, openNew, partialOf } from '../whole-file.js';

/** Milliseconds until an unchanged file of another machine counts as abandoned. A lock is held only briefly. */
const [lockLasts, claimLasts] = [60_000, 3_600_000];

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // another process has removed it
  }
}
const untouched = (path: string): number => {
  const there = statSync(path, { throwIfNoEntry: false });
  return there ? Date.now() - there.mtimeMs : 0;
};

/** Runs `work` while holding the lock of this name, against other processes and other calls. */
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

/** Removes the lock of a process that was killed. */
async function breakStale(lock: string): Promise<void> {
  const owner = textOf(lock);
  // an empty lock is being written, or its writer was killed first
  if (owner === undefined || !(hasEnded(owner) ?? untouched(lock) > lockLasts)) return;
  const aside = partialOf(lock);
  await rename(lock, aside).catch(() => undefined);
  // if another process was faster, this is its new lock, which is restored
  if ((textOf(aside) ?? owner) !== owner) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
}

/** The purpose of a stage's folder: the arms of a seed, and the owner. */
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

/** Returns a folder that no other process uses; may resume one of a killed process. The caller holds the lock. */
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

/** Removes leftovers of runs that are now in the results, and the folder of all stages if it is empty. */
export function tidy(work: string, has: (arm: string, seed: number) => boolean): void {
  const left = filesIn(work).filter((name) => name.endsWith('.of'));
  for (const folder of left.map((name) => join(work, name.slice(0, -3)))) {
    const of = claimOf(folder);
    if (of && isFree(folder) && of.arms.every((arm) => has(arm, of.seed))) release(folder);
  }
  try {
    rmdirSync(work);
  } catch {
    // it does not exist, or another process has stages in it
  }
}
