/** Rounds over all contenders, first calls and cold calls. */
import { withProcesses } from './contenders.mjs';
import { median } from './figures.mjs';
import { bytes, flops, probes, samples, takesPart, tolerance, variants } from './workloads.mjs';

/** A measurement shorter than this is repeated within a round; a smoke test does not need the accuracy. */
const leastSeconds = { full: 0.06, quick: 0.004 };
/** Above this, one warm-up is enough: the machine code was replaced on the way. */
const slowSeconds = 1;

/** What is timed for a workload: the contenders, and the probes in the process of the core. */
function lanes(workload, processes) {
  const core = processes.find(({ id }) => id === 'core');
  return [
    ...probes(workload).map((what) => ({ id: what, process: core, what })),
    ...processes
      .filter(({ id }) => id === 'native' && takesPart(workload, id))
      .flatMap((process) => probes(workload).map((what) => ({ id: `native ${what}`, process, what }))),
    ...processes
      .filter(({ id }) => takesPart(workload, id))
      .flatMap((process) =>
        variants(workload, process.id).map((what) => ({
          id: what === 'posenc' ? process.id : `${process.id} ${what}`,
          process,
          what,
        })),
      ),
  ];
}

/** One round that does not count, then `rounds`; gives seconds a run, for each lane and round. */
export async function rounds(workload, processes, count, report, quick = false) {
  const least = quick ? leastSeconds.quick : leastSeconds.full;
  const sample = samples(workload);
  const timed = lanes(workload, processes);
  const ask = ({ process, what, repeat = 1 }) =>
    process.ask({ workload, what, repeat, sample, flops: flops(workload) });
  for (const lane of timed) {
    report(`warm-up, ${lane.id}`);
    lane.first = await ask(lane);
    lane.repeat = 1;
    // the second time tells how often to repeat when the machine code is not yet the last, the third, which a smoke test
    // does without, when it is
    for (let time = quick ? 1 : 0; time < 2 && lane.first.cpu < slowSeconds; time++) {
      const { cpu } = await ask(lane);
      lane.repeat = Math.min(10_000, Math.max(1, Math.ceil(least / Math.max(cpu, 1e-6))));
    }
    lane.cpu = [];
    lane.wall = [];
  }
  compareSamples(workload, timed);
  for (let round = 0; round < count; round++) {
    for (let k = 0; k < timed.length; k++) {
      const lane = timed[(k + round) % timed.length];
      report(`round ${round + 1} of ${count}, ${lane.id}`);
      const { cpu, wall } = await ask(lane);
      lane.cpu.push(cpu);
      lane.wall.push(wall);
    }
  }
  return {
    workload,
    bytes: bytes(workload),
    flops: flops(workload),
    lanes: timed.map(({ id, repeat, cpu, wall }) => ({ id, repeat, cpu, wall })),
  };
}

/** A benchmark of different results would compare nothing. */
function compareSamples(workload, timed) {
  const { id } = workload;
  const [core, ...others] = timed.filter(({ first }) => first.sample);
  for (const other of others) {
    other.first.sample.forEach((value, k) => {
      const ours = core.first.sample[k];
      if (!(Math.abs(value - ours) <= tolerance(workload) * Math.max(1, Math.abs(ours)))) {
        throw new Error(`${id}: ${other.id} computes ${value} where the core computes ${ours}`);
      }
    });
  }
}

/** Seconds of the first run of new processes, in memory that was never touched; median of `times`. */
export async function cold(workload, contenders, times, report) {
  const core = contenders.find(({ id }) => id === 'core');
  const timed = [
    { id: 'memory.fill', contender: core, what: 'memory.fill' },
    ...contenders.map((contender) => ({ id: contender.id, contender, what: 'posenc' })),
  ];
  const seconds = Object.fromEntries(timed.map(({ id }) => [id, []]));
  for (let round = 0; round < times; round++) {
    for (const { id, contender, what } of timed) {
      report(`round ${round + 1} of ${times}, ${id}`);
      const once = ([process]) => process.ask({ workload, what, repeat: 1, sample: [0] });
      seconds[id].push((await withProcesses([contender], once, { fresh: true })).cpu);
    }
  }
  return { workload, cpu: Object.fromEntries(Object.entries(seconds).map(([id, values]) => [id, median(values)])) };
}

/**
 * The first run of a new process into memory that was touched before, against later runs of the same
 * process: what compilation and planning cost; median of `times`.
 */
export async function firstCall(workload, contender, times, report) {
  const first = [];
  const later = [];
  for (let round = 0; round < times; round++) {
    report(`round ${round + 1} of ${times}`);
    await withProcesses([contender], async ([process]) => {
      const run = async (what) => (await process.ask({ workload, what, repeat: 1, sample: [0] })).cpu;
      await run('memory.fill');
      first.push(await run('posenc'));
      await run('posenc');
      later.push(median([await run('posenc'), await run('posenc'), await run('posenc')]));
    });
  }
  return {
    workload,
    first: median(first),
    later: median(later),
    ratio: median(first.map((value, k) => value / later[k])),
  };
}
