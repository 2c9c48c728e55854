/** A reporter of Playwright: adds what each file of tests took, with its browser, to the file that POSENC_COSTS names. */
import { appendFileSync } from 'node:fs';
import { watchProcesses } from './processes.mjs';

export default class CostsOfPages {
  /** What each worker runs; what it does before its first test belongs to that, and what it does between two to the one before. */
  running = new Map();
  seconds = new Map();

  onBegin() {
    this.end = watchProcesses('TEST_WORKER_INDEX', 200, (worker, seconds) => {
      const file = this.running.get(worker);
      if (file) this.seconds.set(file, (this.seconds.get(file) ?? 0) + seconds);
    });
  }

  onTestBegin(test, { workerIndex }) {
    this.running.set(String(workerIndex), test.location.file);
  }

  onEnd() {
    this.end();
    for (const [file, seconds] of this.seconds) appendFileSync(process.env.POSENC_COSTS, `${file}\t${seconds}\n`);
  }

  printsToStdio() {
    return false;
  }
}
