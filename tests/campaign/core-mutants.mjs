/**
 * Mutants of src/core, cheaply: a copy of the room and its tests is compiled once, an object a source. A change of a source is that
 * object again and a link with all tests; a change of a header the objects that read it, one test after the other, that of
 * the header's own name first, until one fails.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { root } from '../../web/tools/setup.mjs';
import { SetupError, run as command, step } from '../../web/tools/steps.mjs';
import { applied, lineOf, ofCpp } from './mutations.mjs';

const folders = ['src', 'tests/core', 'tests/support', 'tests/main.cpp'];
const stem = (file) => basename(file).replace(/(_test)?\.\w+$/, '');
const seconds = 120; // a test that takes longer hangs

/** Sources of the room, and its tests: all but those that need other rooms. */
const sourcesOf = (folder) => ({
  own: filesBelow([join(folder, 'src/core')]).filter((name) => name.endsWith('.cpp')),
  shared: [join(folder, 'tests/support/dies.cpp')],
  tests: filesBelow([join(folder, 'tests/core')]).filter(
    (name) =>
      name.endsWith('_test.cpp') &&
      !/"(?:\.\.\/support\/\w*json|analyses\/|posenc\.hpp)/.test(readFileSync(name, 'utf8')),
  ),
});

/** What a file of `make` (g++ -MMD) says that an object was made of. */
export const madeOf = (rule) =>
  rule
    .replace(/^[^:]*:/, '')
    .replace(/\\\n/g, ' ')
    .split(/\s+/)
    .filter(Boolean);

export async function ofCore(env) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-mutants-'));
  for (const name of folders) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'objects'));
  const headers = /^headers=(.*)$/m.exec(
    (await command('bash', [join(root, 'wasm/toolchain/emscripten.sh'), '--headers'], { env })).stdout,
  )[1];
  const doctest = join(folder, 'doctest.hpp');
  writeFileSync(doctest, '#include <doctest/doctest.h>\n');
  const flags = ['-std=c++20', '-O1', '-ffp-contract=off', '-w', `-I${join(folder, 'src')}`];
  flags.push(`-I${join(folder, 'src/include')}`, `-I${join(folder, 'tests')}`, `-isystem${join(headers, 'include')}`);
  // what lies beyond an array or a number's bits is no value, and would pass by chance
  flags.push('-fsanitize=bounds,shift', '-fsanitize-undefined-trap-on-error');
  const gcc = (args) => command('g++', args, { env, failing: true });
  const objectOf = (file) => join(folder, 'objects', `${relative(folder, file).replace(/\W/g, '_')}.o`);
  const compiled = async (file, to = objectOf(file)) => {
    const ready = file.includes('_test.cpp') ? ['-include', doctest] : [];
    return (await gcc([...flags, ...ready, '-MMD', '-MF', `${to}.d`, '-c', file, '-o', to])).code === 0;
  };
  /** Of objects: undefined where all tests pass, else what noticed. */
  const judged = async (objects, what) => {
    const program = join(folder, 'program');
    if ((await gcc([...objects, '-o', program])).code !== 0) return 'the linker';
    // by a shell: a program that crashes has an exit status there, and notices as well as one that says so
    const { code } = await command(
      'sh',
      ['-c', 'timeout "$@"; exit $?', 'sh', String(seconds), program, '--abort-after=1'],
      { cwd: folder, env, failing: true },
    );
    return code === 0 ? undefined : code === 124 ? `${what}, by hanging` : what;
  };

  const { own, shared, tests } = sourcesOf(folder);
  const main = join(folder, 'tests/main.cpp');
  await step('Compiling src/core and its tests', async (report) => {
    if ((await gcc([...flags, '-x', 'c++-header', doctest, '-o', `${doctest}.gch`])).code !== 0)
      throw new SetupError('doctest does not compile');
    for (const file of [main, ...own, ...shared, ...tests]) {
      report(relative(folder, file));
      if (!(await compiled(file))) throw new SetupError(`${relative(folder, file)} does not compile by itself`);
    }
  });
  const readBy = new Map(
    [...own, ...tests].map((file) => [file, new Set(madeOf(readFileSync(`${objectOf(file)}.d`, 'utf8')))]),
  );
  const objects = (files, changed) =>
    files.map((file) => (changed.has(file) ? `${objectOf(file)}.changed.o` : objectOf(file)));
  const base = [main, ...shared];
  // without a change they pass, or all would be noticed
  const none = await judged(objects([...base, ...own, ...tests], new Set()), 'the tests');
  if (none) throw new SetupError(`${none} fails without a change, in ${folder}`);

  const all = filesBelow([join(folder, 'src/core')])
    .filter((name) => /\.[ch]pp$/.test(name))
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      return ofCpp(code).map((mutation) => ({ file, line: lineOf(code, mutation.at), ...mutation }));
    });

  const noticed = async (file) => {
    const changed = new Set();
    for (const source of own.filter((name) => name === file || readBy.get(name).has(file))) {
      if (!(await compiled(source, `${objectOf(source)}.changed.o`))) return 'the compiler';
      changed.add(source);
    }
    const [reading, others] = [true, false].map((does) => tests.filter((test) => readBy.get(test).has(file) === does));
    reading.sort((a, b) => Number(stem(b) === stem(file)) - Number(stem(a) === stem(file)));
    for (const test of reading) {
      if (!(await compiled(test, `${objectOf(test)}.changed.o`))) return 'the compiler';
      changed.add(test);
      const by = await judged(objects([...base, ...own, test], changed), basename(test));
      if (by) return by;
    }
    if (others.length === 0 || changed.size === reading.length) return undefined; // nothing of theirs is another
    return judged(objects([...base, ...own, ...others], changed), 'the tests');
  };

  const noticedBy = async (mutation, report) => {
    report(`${basename(mutation.file)}:${mutation.line} ${mutation.what}`);
    const code = readFileSync(mutation.file, 'utf8');
    writeFileSync(mutation.file, applied(code, mutation));
    try {
      return await noticed(mutation.file);
    } finally {
      writeFileSync(mutation.file, code);
    }
  };
  const close = () => existsSync(folder) && rmSync(folder, { recursive: true, force: true });
  return { room: 'src/core', all, noticedBy, place: (file) => relative(folder, file), close };
}
