/**
 * dispose() leaves no reference to a module: the next collection frees its memory, although the owner still holds the
 * instance, prepared specs and runs. 30 instances; in `npm run test:full` 1000.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './support/posenc.mjs';

const many = process.env.POSENC_FULL ? 1000 : 30;

test(`of ${many} instances that were disposed of, no memory is left`, () => {
  const program = `
    const memories = [];
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...args) => {
      const made = await instantiate(...args);
      const { exports } = made.instance ?? made;
      for (const one of Object.values(exports)) if (one instanceof WebAssembly.Memory) memories.push(new WeakRef(one));
      return made;
    };
    const { create } = await import(${JSON.stringify(pathToFileURL(join(root, 'dist/lib/node.js')).href)});
    const spec = { encoding: 'rope', dim: 8 };
    const held = [];
    for (let i = 0; i < ${many}; i++) {
      const pe = await create();
      held.push(pe, await pe.prepare(spec), pe.table(spec, 2));
      if (i % 10 === 0)
        held.push(await pe.train({ task: { id: 'latin-square', puzzles: 10, shifted: 1 }, model: { dim: 4 }, steps: 1, batch: 4 }));
      await held.at(-1);
      pe.dispose();
      if (i % 50 === 49) { await new Promise(setImmediate); gc(); }
    }
    for (let i = 0; i < 5; i++) { await new Promise(setImmediate); gc(); }
    process.stdout.write(JSON.stringify([held.length, memories.length, memories.filter((one) => one.deref()).length]));`;
  const args = ['--expose-gc', '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(stderr, '');
  const [held, made, alive] = JSON.parse(stdout);
  assert.ok(held >= 3 * many && made > many, `${held} ${made}`);
  assert.ok(alive <= 1, `${alive} of ${made} memories are still there`);
});
