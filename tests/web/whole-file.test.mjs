/**
 * Files are written whole or not at all, even if the writer is killed. The next writer of the same file removes the
 * remains, and nothing else.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openNew, partialOf, removeStale } from '../../dist/cli/whole-file.js';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { posenc } from './support/command-line.mjs';
import { assertNone, cli, root } from './support/posenc.mjs';
import { tiny } from './support/experiments.mjs';
import { folder } from './support/own-folder.mjs';

const children = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

const spec = '{"encoding":"rope","dim":8}';
/** Newer releases write this form, which older engines read differently, so `fix` has something to change. */
const config = JSON.stringify({
  model_type: 'llama',
  hidden_size: 64,
  num_attention_heads: 8,
  max_position_embeddings: 4096,
  rope_parameters: { rope_type: 'linear', factor: 4, rope_theta: 10000 },
});
/** Every command-line option that names an output file, and a command that writes it. */
const writers = {
  'table.npy': (out) => ['table', spec, '--positions', '0:4', '--out', out],
  'table.csv': (out) => ['table', spec, '--positions', '0:4', '--out', out],
  'call.npy': (out) => ['call', 'table', `[${spec}, 3]`, '--out', out],
  'fixed.json': (out) => ['fix', join(folder, 'config.json'), '--out', out],
  'run.posenc': (out) => ['train', join(folder, 'experiment.json'), '--checkpoint', out],
  'weights.safetensors': (out) => ['train', join(folder, 'experiment.json'), '--weights', out],
};

/** A process in the middle of writing all these files. */
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
    assertNone(
      partials().filter((left) => left.startsWith(name)),
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
    'shared.npy.00000000-12-0123456789abcdef.posenc-partial', // another machine's, from now
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
  utimesSync(join(folder, foreign[0]), 0, 0); // not changed since 1970
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

const run = (args) => {
  const { status, stderr } = posenc(args);
  assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
};
describe('every writer', { skip: process.platform === 'win32' }, () => {
  const each = { ...writers, 'in-place.json': (out) => ['fix', out, '--in-place'] };
  before(() => {
    writeFileSync(join(folder, 'config.json'), config);
    writeFileSync(join(folder, 'experiment.json'), JSON.stringify({ ...tiny, steps: 1 }));
    checkpoint = join(folder, 'first.posenc');
    run(writers['run.posenc'](checkpoint));
  });
  let checkpoint; // an existing one must be a checkpoint
  const content = (name) => (name === 'in-place.json' ? config : '');

  for (const [name, args] of Object.entries(each))
    test(`${name}: rights and links stay, and a long name will do`, () => {
      const room = mkdtempSync(join(folder, 'rights-'));
      const target = join(room, name);
      for (const mode of [0o600, 0o664]) {
        writeFileSync(target, name === 'run.posenc' ? readFileSync(checkpoint) : content(name));
        chmodSync(target, mode);
        const before = statSync(target);
        run(args(target));
        const after = statSync(target);
        assert.deepEqual([after.mode, after.uid, after.gid], [before.mode, before.uid, before.gid]);
        assert.ok(after.size > 0);
        rmSync(target);
      }
      const ending = name.slice(name.indexOf('.'));
      const long = join(room, `${'ü'.repeat(100)}${ending}`);
      if (name === 'in-place.json') writeFileSync(long, config);
      run(args(long));
      assert.ok(statSync(long).size > 0);
      if (name === 'in-place.json') return;
      symlinkSync('nowhere.yet', join(room, `link${ending}`)); // points to no file
      symlinkSync(`link${ending}`, join(room, `twice${ending}`));
      run(args(join(room, `twice${ending}`)));
      assert.ok(statSync(join(room, 'nowhere.yet')).size > 0);
      assert.ok(lstatSync(join(room, `twice${ending}`)).isSymbolicLink());
      assertNone(readdirSync(room).filter((left) => left.includes('partial')));
    });
});

test('what has the name of a partial file already is not opened, and no two names are alike', async () => {
  const target = join(folder, 'planted.npy');
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'whole');
  const names = Array.from({ length: 100 }, () => partialOf(target));
  assert.equal(new Set(names).size, names.length);
  if (process.platform !== 'win32') symlinkSync(victim, names[0]);
  else writeFileSync(names[0], 'whole');
  await assert.rejects(openNew(names[0]), { code: 'EEXIST' });
  await assert.rejects(openNew(victim), { code: 'EEXIST' });
  assert.equal(readFileSync(victim, 'utf8'), 'whole');
  rmSync(names[0]);
});

/** In the order required on the disk: the content, the name, the folder of the name. */
const hasStrace = spawnSync('strace', ['-V']).status === 0;
test(
  'a file is on the disk before it has its name, and its name before the command ends',
  { skip: !hasStrace && 'no strace(1)' },
  () => {
    const [target, log] = [join(folder, 'synced.npy'), join(folder, 'strace.txt')];
    const traced = ['-f', '-y', '-e', 'trace=fsync,rename,renameat,renameat2', '-o', log, process.execPath, cli];
    assert.equal(spawnSync('strace', [...traced, ...writers['table.npy'](target)]).status, 0);
    const calls = readFileSync(log, 'utf8').match(/\b(fsync\(\d+<[^>]*>|rename\w*\()/g);
    const kinds = calls.map((call) =>
      call.startsWith('rename') ? 'rename' : call.includes('partial') ? 'file' : 'folder',
    );
    assert.deepEqual(kinds, ['file', 'rename', 'folder']);
  },
);

/** All files that another process may read meanwhile, or that a kill may truncate, are written by this function. */
test('nothing else of the command line writes files', () => {
  const having = filesBelow([join(root, 'web/cli')])
    .filter((file) =>
      /\b(rename|writeFile(Sync)?|createWriteStream|appendFile|copyFile)\b[^;]*from 'node:fs/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    .map((file) => relative(root, file));
  // the other one renames locks, whose only content is their owner
  assert.deepEqual(having.sort(), ['web/cli/sweep/shared.ts', 'web/cli/whole-file.ts']);
});
