/**
 * Imported into every process of Node's test runner: adds a line with the test file and the processor's seconds that it
 * took, with the processes that it started, to the file that POSENC_COSTS names.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { timesOf } from './processes.mjs';

const file = process.argv[1] ?? '';
if (isMainThread && process.env.POSENC_COSTS && file.endsWith('.test.mjs'))
  process.on('exit', () => {
    const times = timesOf('self');
    if (times) appendFileSync(process.env.POSENC_COSTS, `${file}\t${times.own + times.waitedFor}\n`);
  });
