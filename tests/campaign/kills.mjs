/**
 * Training that is killed (SIGKILL) and started again with the same checkpoint, until it finishes: `posenc train` in Node. A
 * kill comes shortly after one of the next lines that the run prints, since it writes its checkpoint after a line; one in ten
 * comes while the program starts. The seed determines both.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { step } from '../../web/tools/steps.mjs';
import { random } from './random.mjs';

const experiment = {
  task: { id: 'latin-square', puzzles: 200, shifted: 20 },
  model: { dim: 32, blocks: 1, heads: 2, hidden: 64 },
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
  ...{ learningRate: 0.002, batch: 8, steps: 600, evaluateEvery: 3, seed: 0 },
};

/** Faults of a resumed run. @param before its lines so far, by step  @param saved the last step that is surely saved */
export function faultsOf(lines, before, saved) {
  const faults = [];
  // the line at which it resumes is not printed again, except for the first and the last
  if (lines[0] && saved > 0 && lines[0].step < Math.min(saved + experiment.evaluateEvery, experiment.steps))
    faults.push(`step ${saved} was saved, and the run resumed before ${lines[0].step}`);
  for (const { seconds: _, ...line } of lines) {
    const { seconds: __, ...first } = before.get(line.step) ?? line;
    // the last line is printed again without a loss, as there are no batches since the line before
    if (line.meanTrainLoss === undefined) delete first.meanTrainLoss;
    if (JSON.stringify(first) !== JSON.stringify(line)) faults.push(`step ${line.step} differs the second time`);
  }
  return faults;
}

/** Runs it; with `kill`, kills it `kill.later` ms after it printed `kill.lines` lines. */
function train([command, ...args], env, kill) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env });
    let [out, said, timer] = ['', '', undefined];
    const arm = () => {
      if (kill && out.split('\n').length > kill.lines) timer ??= setTimeout(() => child.kill('SIGKILL'), kill.later);
    };
    arm();
    child.stdout.on('data', (data) => ((out += data), arm()));
    child.stderr.on('data', (data) => (said = `${said}${data}`.slice(-300)));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const whole = out.split('\n').slice(0, -1); // the last line may be incomplete
      resolve({ code, killed: signal === 'SIGKILL', lines: whole.map((line) => JSON.parse(line)), said });
    });
  });
}

async function killed(commandOf, env, count, report) {
  const { lines: whole, said: why } = await train(commandOf('whole'), env);
  const expected = whole.at(-1)?.weightsHash;
  if (!expected) throw new Error(`the run without kills failed: ${why}`);
  const next = random(1);
  const faults = [];
  let [kills, runs] = [0, 0];
  for (; kills < count; runs++) {
    const before = new Map();
    for (let [saved, ended] = [-1, true]; ended;) {
      const atStart = next(10) === 0;
      const kill = { lines: atStart ? 0 : 1 + next(8), later: next(1000) / (atStart ? 5 : 50) };
      const { code, killed: byUs, lines, said } = await train(commandOf(runs), env, kills < count && kill);
      faults.push(...faultsOf(lines, before, saved));
      for (const line of lines) before.set(line.step, line);
      saved = Math.max(saved, lines.at(-2)?.step ?? -1);
      ended = byUs;
      if (ended) kills++;
      else if (code !== 0) faults.push(`exit status ${code}: ${said}`);
      else if (lines.at(-1)?.weightsHash !== expected) faults.push('other weights than without kills');
      report(`${kills} kills, ${runs} runs, ${faults.length} faults`);
    }
  }
  const row = ['`posenc train`, killed and resumed', `${kills} kills in ${runs} runs`, `${faults.length} faults`];
  return { rows: [row], faults };
}

export async function run({ env, args: [count = '1000'] }) {
  await build(env, 'lib');
  const folder = join(root, 'build/kills');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'experiment.json');
  writeFileSync(file, JSON.stringify(experiment));
  const words = [process.execPath, join(root, 'dist/cli/posenc.js'), 'train', file, '--checkpoint'];
  const commandOf = (checkpoint) => [...words, join(folder, `${checkpoint}.posenc`)];
  return step('Kills of posenc train', (report) => killed(commandOf, env, Number(count), report));
}
