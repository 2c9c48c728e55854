/**
 * Seconds of a processor that programs take: other work on the machine changes them little, and what a clock says much.
 * Where the system has no /proc nothing is known, and nothing is printed.
 */
import { readFileSync, readdirSync } from 'node:fs';

/** What a process took, and what the children took that it has waited for, in seconds; undefined where it is gone. */
export function timesOf(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' '); // a name may hold blanks
    const [user, system, usersOfChildren, systemOfChildren] = fields.slice(11, 15).map((ticks) => ticks / 100);
    return { parent: fields[1], own: user + system, waitedFor: usersOfChildren + systemOfChildren };
  } catch {
    return undefined;
  }
}

function valueOf(id, variable) {
  try {
    const entries = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
    if (!entries.includes(`POSENC_COSTS=${process.env.POSENC_COSTS}`)) return undefined; // of another run
    return entries.find((entry) => entry.startsWith(`${variable}=`))?.slice(variable.length + 1);
  } catch {
    return undefined; // gone, or another user's
  }
}

/**
 * Looks every `every` milliseconds at all processes that have our POSENC_COSTS and `variable` in their environment, and
 * calls `spent(its value, seconds)` with what they took. So it sees what nobody waits for, as the processes of a browser, and by
 * what their parents say also those that ended between two looks. Gives the function that ends it.
 */
export function watchProcesses(variable, every, spent) {
  if (!timesOf('self')) return () => {};
  const known = new Map();
  /** Processes of others, by how often that was seen: one that was just forked has its parent's environment for a moment. */
  const others = new Map();
  const gone = (id) => {
    const { value, parent, own, waitedFor, seen } = known.get(id);
    known.delete(id);
    const unseen = Math.max(0, waitedFor - seen);
    spent(value, unseen);
    if (known.has(parent)) known.get(parent).seen += own + seen + unseen;
  };
  const look = () => {
    const there = new Set(readdirSync('/proc').filter((name) => /^\d+$/.test(name)));
    for (const id of [...known.keys()].reverse()) if (!there.has(id)) gone(id); // children stand after their parents
    for (const id of others.keys()) if (!there.has(id)) others.delete(id);
    for (const id of there) {
      const looks = others.get(id) ?? 0;
      if (looks > 1) continue;
      const now = timesOf(id);
      if (!now) continue;
      // a browser's processes write their titles over their environment: they belong to what started them
      const value = known.get(id)?.value ?? valueOf(id, variable) ?? known.get(now.parent)?.value;
      if (value === undefined) {
        others.set(id, looks + 1);
        continue;
      }
      others.delete(id);
      const before = known.get(id) ?? { own: 0, seen: 0 };
      spent(value, Math.max(0, now.own - before.own));
      known.set(id, { ...now, value, seen: before.seen });
    }
  };
  const timer = setInterval(look, every);
  timer.unref();
  return () => {
    clearInterval(timer);
    look();
    for (const id of [...known.keys()].reverse()) gone(id);
  };
}
