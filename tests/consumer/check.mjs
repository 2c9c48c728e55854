/**
 * Builds tests/consumer, and the programs of docs/cmake.md, docs/eigen.md and docs/c.md as printed, outside of this
 * project, as others would: with posenc installed and, if asked for every way, as a folder and fetched as an archive. Its own
 * options would change the numbers if they reached ours; they must not. Eigen is found by who asks for it and by nobody else.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../web/tools/setup.mjs';
import { run } from '../../web/tools/steps.mjs';
import { blocksOf, pages } from '../web/support/docs.mjs';

const options = '-ffast-math -O3 -march=native -DNDEBUG';
const parts = ['CMakeLists.txt', 'LICENSE', 'NOTICE.md', 'src'];

/** The files of a page's program, and what it prints. */
function printed(path) {
  const blocks = blocksOf(pages.get(path));
  const code = (language) => blocks.find((block) => block.language === language).code;
  const lists = code('cmake');
  const [, program] = /add_executable\((\w+)/.exec(lists);
  const run = blocks.findIndex(({ language, code }) => language === 'sh' && code.includes(`build/${program}`));
  const language = blocks.some((block) => block.language === 'c') ? 'c' : 'cpp';
  return {
    files: { 'CMakeLists.txt': lists, [`main.${language}`]: code(language) },
    program,
    text: blocks[run + 1].code,
  };
}

/** Folder in which CMake finds the Eigen of our build: the toolchain's, a fetched one, or an installed one. */
function placesOfEigen() {
  const [, headers] = /^POSENC_HEADERS:\w+=(.*)$/m.exec(
    readFileSync(join(root, 'build/native/CMakeCache.txt'), 'utf8'),
  );
  return [headers, join(root, 'build/native/_deps/eigen3-build')].filter((path) => path && existsSync(path));
}

/** { passed, failed }; why, on standard error. */
export async function checkConsumers({ env, every }) {
  // always the same one for a checkout: a compiler's cache knows the sources again by their places
  const folder = join(tmpdir(), `posenc-consumer${root.replaceAll('/', '-')}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const at = (...names) => join(folder, ...names);
  const output = async (command, args) => (await run(command, args, { cwd: root, env })).stdout;
  const prefixes = (...more) => `-DCMAKE_PREFIX_PATH=${[at('prefix'), ...more].join(';')}`;
  const withEigen = ['-DWITH_EIGEN=ON', prefixes(...placesOfEigen())];
  const ways = {
    async find_package() {
      await output('cmake', ['--install', 'build/native', '--prefix', at('prefix'), '--component', 'posenc']);
      return withEigen;
    },
    add_subdirectory: async () => [`-DPOSENC_SOURCE=${root}`, ...withEigen],
    async FetchContent() {
      await output('tar', ['-czf', at('posenc.tar.gz'), ...parts]);
      return [`-DPOSENC_SOURCE=${at('posenc.tar.gz')}`];
    },
  };
  const counted = { passed: 0, failed: 0 };
  try {
    const expected = await output(join(root, 'build/native/tests/consumer'), []);
    if (expected.split('\n').length < 100) throw new Error('tests/consumer prints too little to compare');
    for (const way of every ? Object.keys(ways) : ['find_package']) {
      try {
        const flags = [`-DWAY=${way}`, `-DCMAKE_CXX_FLAGS=${options}`, ...(await ways[way]())];
        await output('cmake', ['-S', join(root, 'tests/consumer'), '-B', at(way), ...flags]);
        await output('cmake', ['--build', at(way), '-j', '2']);
        if ((await output(at(way, 'consumer'), [])) !== expected) throw new Error('prints other numbers');
        if (flags.includes('-DWITH_EIGEN=ON') && (await output(at(way, 'consumer_eigen'), [])) !== expected)
          throw new Error('prints other numbers by way of Eigen');
        counted.passed++;
      } catch (error) {
        process.stderr.write(`\n${way}: ${error.message}\n${error.output ?? ''}\n`);
        counted.failed++;
      }
    }
    for (const path of ['docs/cmake.md', 'docs/eigen.md', 'docs/c.md']) {
      try {
        const { files, program, text } = printed(path);
        mkdirSync(at(path), { recursive: true });
        for (const [name, content] of Object.entries(files)) writeFileSync(at(path, name), content);
        // the others are built where there is no Eigen to be found
        const places = prefixes(...(path === 'docs/eigen.md' ? placesOfEigen() : []));
        await output('cmake', ['-S', at(path), '-B', at(path, 'build'), places]);
        await output('cmake', ['--build', at(path, 'build')]);
        const said = await output(at(path, 'build', program), []);
        if (said !== text) throw new Error(`prints ${said}`);
        counted.passed++;
      } catch (error) {
        process.stderr.write(`\n${path}: ${error.message}\n${error.output ?? ''}\n`);
        counted.failed++;
      }
    }
    return counted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
