/**
 * Whose a file is that a process keeps while it runs: `PLACE-PID`. Numbers of processes mean something among those of one
 * machine, and there of one container.
 */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function place(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // not Linux, where every process of a machine sees the same numbers
  }
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

export const me = (): string => `${place()}-${process.pid}`;

/** Whether that process runs no more; undefined where it is of another machine, of which nothing is known. */
export function hasEnded(owner: string): boolean | undefined {
  const [where, pid] = owner.split('-');
  if (where !== place()) return undefined;
  try {
    process.kill(Number(pid), 0); // asks, and does nothing
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
