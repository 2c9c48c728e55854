/**
 * Training that is killed (SIGKILL) and begun again with the same checkpoint, until it is through; then anew, until so many kills
 * were made: `posenc train` in Node, and posenc-train in C++. A kill comes a little after one of the next lines that the run
 * prints, for after a line its checkpoint is written; one of ten comes while the program starts. Which line, and how much
 * later, follow from a seed. Of every run is held:
 *   - no step is lost: a line is printed when the one before it is kept, so a run goes on at that one or later;
 *   - a line that is printed again says the same;
 *   - the last line, the hash of all weights in it, is that of a run that nobody ended.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, cmake } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { step } from '../../web/tools/steps.mjs';
import { random } from './fuzz.mjs';

const experiment = {
  task: { id: 'latin-square', puzzles: 200, shifted: 20 },
  model: { dim: 32, blocks: 1, heads: 2, hidden: 64 },
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
  learningRate: 0.002,
  batch: 8,
  steps: 600,
  evaluateEvery: 3,
  seed: 0,
};
const every = experiment.evaluateEvery;

/** A line without what is of the process and not of the run. */
const content = ({ seconds: _, ...line }) => JSON.stringify(line);

/** What is wrong with a run that goes on: `before` are its lines up to now by step, `kept` is the last step that is surely kept. */
export function faultsOf(lines, before, kept) {
  const faults = [];
  const first = lines[0];
  // where it went on from is not printed again, but for the beginning and the end
  if (first && kept > 0 && first.step < Math.min(kept + every, experiment.steps))
    faults.push(`step ${kept} was kept, and the run went on before ${first.step}`);
  for (const line of lines) {
    const said = before.get(line.step);
    // at the end, which is said once more, there are no batches since the line before
    const again = said && said.meanTrainLoss !== undefined && line.meanTrainLoss === undefined;
    if (said && content(again ? { ...said, meanTrainLoss: undefined } : said) !== content(line))
      faults.push(`step ${line.step} is another one the second time`);
  }
  return faults;
}

/** Runs it; it is killed `later` ms after it printed so many `lines`, or not. Gives { code, lines, killed, said }. */
function train([command, ...args], env, kill) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env });
    let [out, said, timer] = ['', '', undefined];
    const arm = () => (timer ??= setTimeout(() => child.kill('SIGKILL'), kill.later));
    if (kill?.lines === 0) arm();
    child.stdout.on('data', (data) => {
      out += data;
      if (kill && out.split('\n').length > kill.lines) arm();
    });
    child.stderr.on('data', (data) => (said = `${said}${data}`.slice(-300)));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      // the last line may be torn
      const lines = out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      resolve({ code, killed: signal === 'SIGKILL', lines, said });
    });
  });
}

/** Kills one program so often, or for so long. */
async function killed(name, commandOf, { env, folder, count, seconds, report }) {
  const whole = await train(commandOf(join(folder, `${name}.whole`)), env);
  const expected = whole.lines.at(-1)?.weightsHash;
  if (whole.code !== 0 || !expected) throw new Error(`${name}: the run without kills failed: ${whole.said}`);
  const next = random(1);
  const found = { program: name, kills: 0, runs: 0, again: 0, wrong: 0, faults: [] };
  const begin = performance.now();
  const goesOn = () => found.kills < count && performance.now() - begin < 1000 * seconds;
  while (goesOn()) {
    const checkpoint = join(folder, `${name}.${found.runs}`);
    let kept = -1;
    const before = new Map();
    for (;;) {
      const kill = { lines: next(10) === 0 ? 0 : 1 + next(8), later: next(1000) / 50 };
      if (kill.lines === 0) kill.later *= 10;
      const { code, killed: ended, lines, said } = await train(commandOf(checkpoint), env, goesOn() && kill);
      found.again += lines.filter(({ step: at }) => before.has(at)).length;
      const faults = faultsOf(lines, before, kept);
      for (const line of lines) before.set(line.step, line);
      kept = Math.max(kept, lines.at(-2)?.step ?? -1);
      if (ended) found.kills++;
      else if (code !== 0) faults.push(`exit status ${code}: ${said.replaceAll(folder, '').trim().slice(-200)}`);
      else if (lines.at(-1)?.weightsHash !== expected) found.wrong++;
      found.faults.push(...faults.slice(0, 20 - found.faults.length));
      report(`${name}: ${found.kills} kills, ${found.runs} runs through, ${found.faults.length} faults`);
      if (!ended) break;
    }
    found.runs++;
    for (const file of readdirSync(folder))
      if (file.startsWith(`${name}.${found.runs - 1}`)) rmSync(join(folder, file), { force: true });
  }
  return found;
}

export async function run({ env, args: [count = '1000', seconds = '3600'] }) {
  await build(env, 'lib');
  await cmake('native', env, ['posenc-train']);
  const folder = mkdtempSync(join(tmpdir(), 'posenc-kills-'));
  const file = join(folder, 'experiment.json');
  writeFileSync(file, JSON.stringify(experiment));
  const programs = {
    'posenc train': (checkpoint) => [
      ...[process.execPath, join(root, 'dist/cli/posenc.js'), 'train', file],
      ...['--checkpoint', checkpoint],
    ],
    'posenc-train': (checkpoint) => [join(root, 'build/native/posenc-train'), file, checkpoint],
  };
  try {
    const found = [];
    for (const [name, commandOf] of Object.entries(programs))
      found.push(
        await step(`Kills of ${name}`, (report) =>
          killed(name, commandOf, { env, folder, count: Number(count), seconds: Number(seconds), report }),
        ),
      );
    return { programs: found, failed: found.some(({ wrong, faults }) => wrong > 0 || faults.length > 0) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rows = ({ programs }) =>
  programs.map(({ program, kills, runs, again, wrong, faults }) => [
    `\`${program}\`, killed (SIGKILL) and gone on from its checkpoint`,
    `${kills} kills in ${runs} runs`,
    `${wrong} runs with other weights than one that nobody ended; ${faults.length} steps lost, lines that differ (of ${again} that came twice) or checkpoints that could not be read`,
  ]);
