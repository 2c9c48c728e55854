/** Rounds over all contenders of a workload. */
import { median, number, ratio } from './figures.mjs';
import { flops, limit, samples, takesPart, tolerance, variants } from './workloads.mjs';

/** A shorter measurement is repeated within a round; a smoke test needs less accuracy. */
const leastSeconds = { full: 0.06, quick: 0.004 };
/** A slower run needs only one warm-up, because its machine code was replaced on the way. */
const slowSeconds = 1;

/** The timed variants: the limit of the machine, in the process of the core, and each variant of each contender. */
function lanes(workload, processes) {
  const bound = processes.filter(({ id }) => id === 'core' && limit(workload));
  const all = processes.filter(({ id }) => takesPart(workload, id));
  return [
    ...bound.map((process) => ({ id: 'limit', process, what: limit(workload) })),
    ...all.flatMap((process) =>
      variants(workload, process.id).map((what) => ({
        id: what === 'posenc' ? process.id : `${process.id} ${what}`,
        process,
        what,
      })),
    ),
  ];
}

/** A benchmark of different results would compare nothing. */
function compareSamples(workload, timed) {
  const [first, ...others] = timed.filter(({ sample }) => sample);
  for (const { id, sample } of others)
    sample.forEach((value, k) => {
      const expected = first.sample[k];
      if (Math.abs(value - expected) <= tolerance(workload) * Math.max(1, Math.abs(expected))) return;
      throw new Error(`${workload.id}: ${id} computes ${value}, but ${first.id} computes ${expected}`);
    });
}

/** Seconds of processor time by lane and round, after a warm-up. */
export async function rounds(workload, processes, count, report, quick) {
  const least = quick ? leastSeconds.quick : leastSeconds.full;
  const sample = samples(workload);
  const timed = lanes(workload, processes);
  const ask = ({ process, what, repeat = 1 }) =>
    process.ask({ workload, what, repeat, sample, flops: flops(workload) });
  for (const lane of timed) {
    report(`warm-up, ${lane.id}`);
    const first = await ask(lane);
    Object.assign(lane, { sample: first.sample, repeat: 1, cpu: [] });
    // the machine code may be replaced after the second run; a smoke test does without the third
    for (let time = quick ? 1 : 0; time < 2 && first.cpu < slowSeconds; time++)
      lane.repeat = Math.min(10_000, Math.max(1, Math.ceil(least / Math.max((await ask(lane)).cpu, 1e-6))));
  }
  compareSamples(workload, timed);
  for (let round = 0; round < count; round++)
    for (let k = 0; k < timed.length; k++) {
      const lane = timed[(k + round) % timed.length];
      report(`round ${round + 1} of ${count}, ${lane.id}`);
      lane.cpu.push((await ask(lane)).cpu);
    }
  return new Map(timed.map(({ id, cpu }) => [id, cpu]));
}

/** The reference of a comparison: the first contender of the kind, but for native Eigen our native program. */
const baseOf = (id, first) => (id === 'eigen-native' ? 'native' : first);

/** Rows of a table: milliseconds of the first contender, and processor time of the others as a multiple of its. */
export function rowsOf(measured) {
  const firstOf = (each) => [...each.keys()].find((id) => id !== 'limit');
  const ids = new Set(measured.flatMap(({ lanes: each }) => [...each.keys()].filter((id) => id !== firstOf(each))));
  const rows = measured.map(({ workload, lanes: each }) => {
    const first = firstOf(each);
    const cells = [...ids].map((id) =>
      each.has(id) && id !== first ? ratio(each.get(id), each.get(baseOf(id, first))) : '',
    );
    return [workload.id, `${first}, ${number(1e3 * median(each.get(first)))} ms`, ...cells];
  });
  return [['workload', 'compared with', ...ids], ...rows];
}
