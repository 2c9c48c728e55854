/**
 * Names the owner of a file that a process keeps while it runs: `PLACE-PID`. Process ids are unique within one machine,
 * and there within one container.
 */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function place(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // not Linux: all processes of a machine see the same ids
  }
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

export const me = (): string => `${place()}-${process.pid}`;

/** True if that process has ended; undefined for a process of another machine. */
export function hasEnded(owner: string): boolean | undefined {
  const [where, pid] = owner.split('-');
  if (where !== place()) return undefined;
  try {
    process.kill(Number(pid), 0); // signal 0 only checks that the process exists
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
