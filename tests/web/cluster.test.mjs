/** The examples for clusters parse, and `posenc sweep` has every option they use. Running them needs a cluster. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readStudy } from '../../dist/lib/studies/read-study.js';
import { root } from './support/posenc.mjs';

const folder = join(root, 'examples/cluster');
const scripts = ['slurm/shard.sbatch', 'slurm/merge.sbatch', 'slurm/try.sh'];
const programs = ['dask/run.py', 'dask/try.py'];
const textOf = (name) => readFileSync(join(folder, name), 'utf8');

test('scripts are scripts, programs are programs', () => {
  for (const name of scripts) execFileSync('bash', ['-n', join(folder, name)]);
  for (const name of programs)
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: textOf(name) });
});

test('what they say to `posenc sweep` is in its help', () => {
  const help = execFileSync(process.execPath, [join(root, 'dist/cli/posenc.js'), 'sweep', '--help'], {
    encoding: 'utf8',
  });
  const known = new Set(help.match(/--[a-z]+/g));
  const said = [...scripts, ...programs].flatMap((name) =>
    [
      ...textOf(name)
        .replaceAll('\\\n', ' ')
        .matchAll(/(?:^|\n)[^#\n]*?(?:POSENC\b[^\n]*? sweep|"sweep")([^\n]*)/g),
    ].flatMap(([, rest]) => rest.match(/--[a-z]+/g) ?? []),
  );
  assert.ok(new Set(said).size >= 3, said.join());
  for (const option of said) assert.ok(known.has(option), option);
});

test('their grids are studies', () => {
  for (const name of ['small', 'ito-published']) {
    const study = readStudy(JSON.parse(textOf(`${name}.json`)), name);
    assert.ok(study.arms.length > 1 && study.seeds > 1);
  }
  const { base, arms, seeds } = readStudy(JSON.parse(textOf('ito-published.json')), 'ito-published');
  const readme = textOf('README.md').replaceAll('\n', ' ');
  const [, channels, blocks, sizes, each, steps] =
    /([0-9]+) channels, ([0-9]+) blocks, ([0-9]+) sizes with ([0-9]+) seeds each, ([0-9,]+) steps a run/.exec(readme);
  assert.deepEqual([channels, blocks, sizes, each, steps.replace(',', '')].map(Number), [
    base.model.dim,
    base.model.blocks,
    arms.length,
    seeds,
    base.steps,
  ]);
  const [, seconds, thousand, hours, days] =
    /took ([0-9]+) s of a processor for ([0-9,]+) steps.*about ([0-9,]+) hours of a processor, ([0-9]+) days/.exec(
      readme,
    );
  const total = ((Number(seconds) / Number(thousand.replace(',', ''))) * base.steps * arms.length * seeds) / 3600;
  assert.equal(Number(hours.replace(',', '')), Number(total.toPrecision(2)));
  const [, evaluations] = /of which a run has ([0-9]+)/.exec(readme);
  assert.equal(Number(evaluations), base.steps / base.evaluateEvery + 1);
  assert.equal(Number(days), Math.round(Number(total.toPrecision(2)) / 24));
});
