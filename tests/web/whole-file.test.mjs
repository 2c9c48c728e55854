/**
 * What is written appears whole or not at all, also where the writer is killed in the middle; the next one that writes the
 * same file takes away what was left, and nothing else.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { partialOf, removeStale } from '../../dist/cli/whole-file.js';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { cli, root } from './support/posenc.mjs';
import { tiny } from './support/experiments.mjs';

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'posenc-whole-'))));
const children = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const spec = '{"encoding":"rope","dim":8}';
/** Newer releases write it so, and older engines read it otherwise: `fix` has something to change. */
const config = JSON.stringify({
  model_type: 'llama',
  hidden_size: 64,
  num_attention_heads: 8,
  max_position_embeddings: 4096,
  rope_parameters: { rope_type: 'linear', factor: 4, rope_theta: 10000 },
});
/** Every option of the command line that names a file to be written, and a command that writes it. */
const writers = {
  'table.npy': (out) => ['table', spec, '--positions', '0:4', '--out', out],
  'table.csv': (out) => ['table', spec, '--positions', '0:4', '--out', out],
  'call.npy': (out) => ['call', 'table', `[${spec}, 3]`, '--out', out],
  'fixed.json': (out) => ['fix', join(folder, 'config.json'), '--out', out],
  'run.posenc': (out) => ['train', join(folder, 'experiment.json'), '--checkpoint', out],
  'weights.safetensors': (out) => ['train', join(folder, 'experiment.json'), '--weights', out],
};

/** A process that is in the middle of writing all these files. */
async function writing(targets) {
  const module = pathToFileURL(join(root, 'dist/cli/whole-file.js')).href;
  const program = `const held = (globalThis.held = []); import { writeWhole } from ${JSON.stringify(module)};
    async function* endless() { yield new Uint8Array(1000); process.stdout.write('.'); await new Promise((go) => held.push(go)); }
    setInterval(() => {}, 1000);
    await Promise.all(${JSON.stringify(targets)}.map((target) => writeWhole(target, endless())));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let dots = '';
  while (dots.length < targets.length) dots += (await once(child.stdout, 'data'))[0];
  return child;
}
async function kill(child) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
const partials = () => readdirSync(folder).filter((name) => name.includes('partial'));

test('every writer of the command line takes away what one that was killed has left', async () => {
  writeFileSync(join(folder, 'config.json'), config);
  writeFileSync(join(folder, 'experiment.json'), JSON.stringify({ ...tiny, steps: 1 }));
  const names = Object.keys(writers);
  await kill(await writing(names.map((name) => join(folder, name))));
  assert.equal(partials().length, names.length);
  for (const [i, name] of names.entries()) {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...writers[name](join(folder, name))], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${name}: ${stderr}`);
    assert.ok(statSync(join(folder, name)).size > 0);
    assert.deepEqual(
      partials().filter((left) => left.startsWith(name)),
      [],
      name,
    );
    assert.equal(partials().length, names.length - i - 1, 'of others nothing is removed');
  }
});

test('what a process is still writing stays, as does what is none of ours', async () => {
  const target = join(folder, 'shared.npy');
  const child = await writing([target]);
  const [ours] = partials();
  const foreign = [
    'shared.npy.00000000-12.posenc-partial', // of another machine, now
    'shared.npy.partial',
    'shared.npy.12.partial',
    `${ours}.bak`,
    `another-${ours}`,
    `shared.npy.0${ours.slice('shared.npy.'.length)}`,
  ];
  for (const name of foreign) writeFileSync(join(folder, name), '');
  await removeStale(target);
  assert.deepEqual(partials().sort(), [ours, ...foreign].sort());
  await kill(child);
  utimesSync(join(folder, foreign[0]), 0, 0); // nobody has changed it since 1970
  await removeStale(target);
  assert.deepEqual(partials().sort(), foreign.slice(1).sort());
  for (const name of partials()) rmSync(join(folder, name));
});

test('behind a link and in a folder that is no folder', { skip: process.platform === 'win32' }, async () => {
  const [link, target] = [join(folder, 'link.npy'), join(folder, 'behind.npy')];
  writeFileSync(target, '');
  symlinkSync(target, link);
  await kill(await writing([target]));
  assert.equal(spawnSync(process.execPath, [cli, ...writers['table.npy'](link)]).status, 0);
  assert.deepEqual(partials(), []);
  assert.ok(readFileSync(target).length > 0);
  await removeStale(join(target, 'x')); // there is nothing to remove
  assert.ok(partialOf(target).startsWith(`${target}.`));
});

/** A file that one process writes while another reads it, or that a kill may cut, is written by the one function. */
test('nothing else of the command line writes files', () => {
  const having = filesBelow([join(root, 'web/cli')])
    .filter((file) =>
      /\b(rename|writeFile(Sync)?|createWriteStream|appendFile|copyFile)\b[^;]*from 'node:fs/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .map((file) => relative(root, file));
  assert.deepEqual(having, ['web/cli/whole-file.ts']);
});
