/**
 * `npm run bench -- KIND`: one table of figures, as figures.md has it.
 *
 *   tables | library | training | eigen | python   processor time as a multiple of ours [--rounds 9] [--only W1a,W6] [--quick]
 *   gpu           the GPU through the library, and plain WGSL [--quick]
 *
 * Every round runs each contender once, in turn; a ratio is the median of the rounds. --quick takes small sizes.
 */
import { parseArgs } from 'node:util';
import { build, cmake } from '../../web/tools/build.mjs';
import { setup } from '../../web/tools/setup.mjs';
import { SetupError, main, step } from '../../web/tools/steps.mjs';
import { present, withProcesses } from './contenders.mjs';
import { conditions, table } from './figures.mjs';
import { rounds, rowsOf } from './measure.mjs';
import { contenders, title, workloads } from './workloads.mjs';

const others = ['gpu'];

/** Figures of processor time. */
async function contest(kind, { count, quick, only, env }) {
  const all = workloads(kind, quick);
  const chosen = all.filter(({ id }) => !only || only.split(',').some((start) => id.startsWith(start)));
  if (chosen.length === 0) throw new SetupError(`--only fits none of ${all.map(({ id }) => id).join(', ')}`);
  await build(env, 'lib');
  // a smoke test skips native programs, and Eigen, whose templates compile slowly
  const ids = contenders[kind].filter((id) => !quick || !/native|eigen/.test(id));
  const programs = ids.includes('eigen') ? ['bench_probe', 'bench_eigen'] : ['bench_probe'];
  await cmake('wasm', env, programs);
  if (ids.some((id) => /native|python/.test(id))) await cmake('native', env, [...programs, 'posenc_c']);
  return withProcesses(present(ids), async (processes) => {
    const measured = [];
    for (const workload of chosen) {
      const lanes = await step(title(workload), (report) => rounds(workload, processes, count, report, quick));
      measured.push({ workload, lanes });
    }
    return { rows: rowsOf(measured), versions: [`${count} rounds`, ...processes.map(({ version }) => version)] };
  });
}

main(async () => {
  const string = { type: 'string' };
  const options = { rounds: string, only: string, quick: { type: 'boolean', default: false } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [kind] = positionals;
  const kinds = [...Object.keys(contenders), ...others];
  if (!kinds.includes(kind)) throw new SetupError(`name one of ${kinds.join(', ')}`);
  const count = Number(values.rounds ?? (values.quick ? 1 : 9));
  if (!Number.isInteger(count) || count < 1) throw new SetupError('--rounds must be a whole number, at least 1');
  const env = await setup();
  const measure = others.includes(kind) ? (await import(`./${kind}.mjs`)).measure : (given) => contest(kind, given);
  const { rows, versions } = await measure({ ...values, count, env });
  console.log(`\n${conditions(...versions)}\n\n${table(rows)}`);
});
