/**
 * Training that is killed (SIGKILL) after a time that follows from a seed, and begun again with the same checkpoint, until it is
 * through; then anew, until so many kills were made. Its last line, the hash of its weights among it, has to be that of a run that
 * nobody ended.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../web/tools/build.mjs';
import { root } from '../../web/tools/setup.mjs';
import { step } from '../../web/tools/steps.mjs';

const experiment = {
  task: { id: 'latin-square', puzzles: 200, shifted: 20 },
  model: { dim: 16, blocks: 1, heads: 2, hidden: 32 },
  positions: [{ encoding: 'learned', init: 'small-norm', sigma: 0.2, where: 'blocks' }],
  learningRate: 0.002,
  batch: 32,
  steps: 600,
  evaluateEvery: 10,
  seed: 0,
};

/** Runs it; after `milliseconds` it is killed. Gives { code, lines, killed }. */
function train(args, env, milliseconds) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'dist/cli/posenc.js'), 'train', ...args], { env });
    let [out, killed] = ['', false];
    child.stdout.on('data', (data) => (out += data));
    const timer = milliseconds && setTimeout(() => (killed = child.kill('SIGKILL')), milliseconds);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, killed: killed && signal === 'SIGKILL', lines: out.trimEnd().split('\n') });
    });
  });
}

/** What a run's last line says of its weights. */
export const hashOf = (lines) => JSON.parse(lines.at(-1)).weightsHash;

export async function run({ env, args: [count = '1000', seconds = '3600'] }) {
  await build(env, 'lib');
  const folder = mkdtempSync(join(tmpdir(), 'posenc-kills-'));
  const file = join(folder, 'experiment.json');
  writeFileSync(file, JSON.stringify(experiment));
  try {
    const whole = await train([file], env);
    const expected = hashOf(whole.lines);
    if (whole.code !== 0 || !expected) throw new Error('the run without kills failed');
    let [kills, runs, wrong, seed] = [0, 0, 0, 1];
    const damaged = [];
    const begin = performance.now();
    await step(`Kills of training`, async (report) => {
      while (kills < Number(count) && performance.now() - begin < 1000 * Number(seconds)) {
        const checkpoint = join(folder, 'run.ckpt');
        rmSync(checkpoint, { force: true });
        for (;;) {
          // from the first start of Node to well into training
          seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
          const { code, killed, lines } = await train([file, '--checkpoint', checkpoint], env, 300 + (seed % 4000));
          if (killed) {
            kills++;
            report(`${kills} kills, ${runs} runs ended, ${wrong} of them wrong`);
            continue;
          }
          if (code !== 0)
            damaged.push(lines.at(-1).slice(0, 200) || `exit status ${code}, checkpoint ${existsSync(checkpoint)}`);
          else if (hashOf(lines) !== expected) wrong++;
          runs++;
          break;
        }
      }
    });
    return { kills, runs, wrong, damaged, failed: wrong > 0 || damaged.length > 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rows = ({ kills, runs, wrong, damaged }) => [
  [
    'training that is killed (SIGKILL) and goes on from its checkpoint',
    `${kills} kills in ${runs} runs`,
    `${wrong} runs with other weights than one that nobody ended, ${damaged.length} checkpoints that could not be read`,
  ],
];
