/**
 * The page's runner of cells, whose compiler is loaded when a cell is first typed. Requests made while it loads may be
 * compiled in any order; the sandbox ends with the latest one.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { bundled } from './support/page-parts.mjs';
import { root } from './support/posenc.mjs';
import { fc } from './support/random.mjs';

/** Records its calls. */
const sandbox = `
  export const made = [];
  export class Sandbox {
    cells = new Map();
    constructor(script, events) { this.events = events; made.push(this); }
    post({ type, id, cells = [] }) {
      for (const one of cells) this.cells.set(one.id, one.body);
      if (type === 'remove') this.cells.delete(id);
    }
    end(why) { this.events.ended(why); }
  }`;
/** Awaiting a module calls its \`then\`: the test decides when each waiting import resolves. */
const compiler = `
  export const waiting = [];
  const parts = {
    compileCell({ id, value }) {
      if (value === 'wrong') throw new Error('it is wrong');
      return value === '' ? undefined : { id, body: value };
    },
    lineColumnAt: () => [1, 1],
  };
  export const then = (resolve) => waiting.push(() => resolve(parts));`;
const paths = { Runner: 'runner', made: './sandbox.js', waiting: './compile-cell.js' };

let parts;
before(async () => {
  const folder = join(root, 'web/notebook/notebooks');
  const code = Object.entries(paths).map(
    ([name, path]) => `export { ${name} } from '${path.startsWith('.') ? path : join(folder, `${path}.ts`)}';`,
  );
  parts = await bundled(code.join('\n'), undefined, {
    './sandbox.js': sandbox,
    './compile-cell.js': compiler,
    'virtual:cells': "export default '';",
  });
});

const settle = () => new Promise((done) => setImmediate(done));
/** A reader edits cells and runs all of them, while the compiler finishes sources in any order. */
const act = fc.oneof(
  fc.record({
    what: fc.constant('edit'),
    id: fc.integer({ min: 1, max: 3 }),
    value: fc.constantFrom('', 'a', 'b', 'wrong'),
  }),
  fc.record({ what: fc.constant('remove'), id: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('run all') }),
  fc.record({ what: fc.constant('compiled'), at: fc.nat(6) }),
);

/** @returns the cells at the end, those of the sandbox, and the last report on each cell */
async function after(acts) {
  const { Runner, made, waiting } = parts;
  made.length = waiting.length = 0;
  const told = new Map();
  const events = {
    turn() {},
    ended() {},
    silent() {},
    failed: (id, { message }) => told.set(id, message),
    idle: (id) => told.set(id, 'idle'),
  };
  const runner = new Runner(events, () => undefined, new Map());
  let cells = [1, 2, 3].map((id) => ({ id, mode: 'js', value: 'first' }));
  void runner.runAll(cells);
  await settle();
  for (const { what, id, value, at } of acts) {
    if (what === 'edit' && cells.some((one) => one.id === id)) {
      const cell = { id, mode: 'js', value };
      cells = cells.map((one) => (one.id === id ? cell : one));
      told.delete(id);
      void runner.run(cell, cells);
    } else if (what === 'remove') {
      cells = cells.filter((one) => one.id !== id);
      told.delete(id);
      runner.remove(id);
    } else if (what === 'run all') void runner.runAll(cells);
    else if (what === 'compiled') waiting.splice(at % (waiting.length || 1), 1)[0]?.();
    await settle();
  }
  for (let i = 0; waiting.length > 0; i++) {
    waiting.splice(i % waiting.length, 1)[0]();
    await settle();
  }
  return { cells, told, there: made.at(-1).cells };
}

test('whatever is compiled first, a sandbox has the cells as they were asked for last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const { cells, told, there } = await after(acts);
      for (const { id, value } of cells) {
        if (value === 'wrong') assert.equal(told.get(id), 'it is wrong');
        else if (value === '') assert.deepEqual([there.has(id), told.get(id)], [false, 'idle']);
        else assert.deepEqual([there.get(id), told.get(id)], [value, undefined]);
      }
      for (const id of there.keys())
        assert.ok(
          cells.some((one) => one.id === id),
          'a cell that was removed is gone',
        );
    }),
    {
      examples: [
        [
          [
            { what: 'edit', id: 2, value: '' },
            { what: 'edit', id: 2, value: 'a' },
            { what: 'compiled', at: 3 },
          ],
        ],
      ],
    },
  );
});

test('a stop while script and compiler are on their way stops: no sandbox is made, and what is asked for later runs', async () => {
  const { Runner, made, waiting } = parts;
  made.length = waiting.length = 0;
  const told = [];
  const ignored = () => undefined;
  const events = {
    ...{ turn: ignored, idle: ignored, silent: ignored },
    failed: (id, { message }) => told.push(`${id}: ${message}`),
    ended: (why) => told.push(why),
  };
  const runner = new Runner(events, () => undefined, new Map());
  const cells = ['js', 'md', 'js'].map((mode, i) => ({ id: i + 1, mode, value: 'a' }));
  const compiled = async () => {
    waiting.splice(0).forEach((come) => come());
    await settle();
  };
  void runner.runAll(cells);
  await settle();
  runner.stop('enough');
  assert.deepEqual(told, ['1: enough', '3: enough', 'enough']);
  await compiled();
  assert.deepEqual([made.length, runner.started], [0, false]);
  runner.stop('nothing runs');
  assert.equal(told.length, 3);
  void runner.run(cells[0], cells);
  await settle();
  await compiled();
  assert.deepEqual([...made[0].cells.keys()], [1, 2, 3]);
});
