/** Runs jobs with dependencies, several at a time. */

/**
 * Does `work(job)` for each of `jobs`, `{ name, after?: [names] }`, at most `atOnce` at a time: of those whose
 * predecessors are done the first of the list, which is thus in order of urgency. A job whose predecessor threw is not
 * begun: `skipped(job, name of the predecessor)` instead. Ends when nothing is left; throws only for a list in which a
 * job waits for none, or for itself.
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
