/**
 * The pool and the pages at full load for a long time (soak-pool.mjs, soak-pages.mjs), each in a process of its own, one after
 * the other.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';
import { line } from './leaks.mjs';

const parts = ['pool', 'pages'];
const thousandths = (x) => Math.round(1000 * x) / 1000;

/** Slope of a memory over calls, without the first third, in which it finds its size. */
export function growth(points, key) {
  const settled = points.slice(Math.floor(points.length / 3));
  const { slope, upper } = line(settled.map((point) => [point.calls, point[key]]));
  return { slope: thousandths(slope), upper: thousandths(upper) };
}

/** Mean growth of what is kept after a collection, a step, in the second half of the visits that came so far. */
export function growthOfVisits(memory, key) {
  const slopes = [];
  for (const points of Object.values(memory)) {
    for (let i = 0; i < points.length; i++) {
      if (points[i].step !== 0) continue;
      let end = i + 1;
      while (end < points.length && points[end].step !== 0) end++;
      const [middle, last] = [points[i + Math.floor((end - i) / 2)], points[end - 1]];
      if (last.step > middle.step) slopes.push((last[key] - middle[key]) / (last.step - middle.step));
    }
  }
  return slopes.length ? thousandths(slopes.reduce((sum, x) => sum + x, 0) / slopes.length) : 0;
}

const summed = {
  pool: ({ points, ...found }) => ({ ...found, heap: growth(points, 'heap'), process: growth(points, 'rss'), points }),
  pages: ({ memory, ...found }) => ({
    ...found,
    heapPerStep: growthOfVisits(memory, 'heap'),
    nodesPerStep: growthOfVisits(memory, 'nodes'),
    memory,
  }),
};

export async function run({ env, args: [seconds = '3600', only = 'all', seed = '1'] }) {
  const chosen = parts.filter((part) => only === 'all' || only === part);
  if (chosen.length === 0) throw new SetupError(`say one of ${parts.join(', ')}, or all`);
  if (chosen.includes('pool')) await build(env, 'lib');
  // pages as they were built last: `npm run build` takes minutes
  if (chosen.includes('pages') && !existsSync(join(root, 'dist-page/index.html'))) await build(env, 'page');
  const made = [];
  for (const part of chosen) {
    const script = fileURLToPath(new URL(`soak-${part}.mjs`, import.meta.url));
    const begin = performance.now();
    const { stdout } = await step(`Soak, ${part}`, (report) =>
      command(process.execPath, ['--expose-gc', script, seconds, seed], { env, report }),
    );
    const found = summed[part](JSON.parse(stdout));
    made.push({
      part,
      seed: Number(seed),
      seconds: Math.round((performance.now() - begin) / 1000),
      ...found,
      failed: found.faults.length > 0,
    });
  }
  return made;
}

/** The interval of 95 % of a slope. */
const between = ({ slope, upper }) => `${Math.round(2 * slope - upper)} … ${Math.round(upper)}`;

const shown = {
  pool: (found) => [
    'a pool of two workers at full load, four calls under way',
    `${found.calls} calls: ${found.aborted} aborted, ${found.refused} refused, ${found.kills} workers ended under them`,
    `${found.faults.length} faults; ${found.wrong} of ${found.compared} answers with another hash than one instance gives; bytes a call, in an interval of 95 %: JavaScript after collection ${between(found.heap)}, the process ${between(found.process)}`,
  ],
  pages: (found) => [
    'pages in Chromium, used at random',
    `${found.steps} presses, choices and texts in ${found.visits} visits of ${Object.values(found.memory).filter((points) => points.length).length} pages`,
    `${found.faults.length} kinds of faults; ${found.compared} tables compared by their hash; a step leaves ${Math.round(found.heapPerStep / 1024)} KiB and ${Math.round(found.nodesPerStep)} nodes, in the second half of a visit`,
  ],
};
export const rows = (found) => [shown[found.part](found)];
