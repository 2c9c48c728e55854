/** Runs jobs with dependencies, several at a time. */

/**
 * Runs `work(job)` for each of `jobs`, `{ name, after?: [names] }`, at most `atOnce` at a time. Of the jobs whose
 * predecessors are done, the first in the list starts first. If a predecessor threw, `skipped(job, its name)` is called
 * instead. Throws only if jobs wait for an unknown job or for each other.
 */
export async function runJobs(jobs, atOnce, work, skipped) {
  const left = new Set(jobs);
  const done = new Set();
  const failed = new Set();
  const running = new Set();
  while (left.size > 0 || running.size > 0) {
    for (const job of left) {
      const broken = job.after?.find((name) => failed.has(name));
      if (broken !== undefined) {
        left.delete(job);
        failed.add(job.name);
        skipped(job, broken);
      } else if (running.size < atOnce && (job.after ?? []).every((name) => done.has(name))) {
        left.delete(job);
        const going = Promise.resolve()
          .then(() => work(job))
          .then(
            () => done.add(job.name),
            () => failed.add(job.name),
          )
          .finally(() => running.delete(going));
        running.add(going);
      }
    }
    if (running.size > 0) await Promise.race(running);
    else if (left.size > 0 && ![...left].some((job) => job.after?.some((name) => failed.has(name))))
      throw new Error(`these wait for what never comes: ${[...left].map(({ name }) => name).join(', ')}`);
  }
}
