/**
 * Builds tests/consumer outside of this project, as others would: with posenc installed and, if asked for every way, as a
 * folder and fetched as an archive. Its own options would change the numbers if they reached ours; they must not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../web/tools/setup.mjs';
import { run } from '../../web/tools/steps.mjs';

const options = '-ffast-math -O3 -march=native -DNDEBUG';
const parts = ['CMakeLists.txt', 'LICENSE', 'NOTICE.md', 'src'];

/** { passed, failed }; why, on standard error. */
export async function checkConsumers({ env, every }) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-consumer-'));
  const at = (...names) => join(folder, ...names);
  const output = async (command, args) => (await run(command, args, { cwd: root, env })).stdout;
  const ways = {
    async find_package() {
      await output('cmake', ['--install', 'build/native', '--prefix', at('prefix'), '--component', 'posenc']);
      return `-DCMAKE_PREFIX_PATH=${at('prefix')}`;
    },
    add_subdirectory: async () => `-DPOSENC_SOURCE=${root}`,
    async FetchContent() {
      await output('tar', ['-czf', at('posenc.tar.gz'), ...parts]);
      return `-DPOSENC_SOURCE=${at('posenc.tar.gz')}`;
    },
  };
  const counted = { passed: 0, failed: 0 };
  try {
    const expected = await output(join(root, 'build/native/tests/consumer'), []);
    if (expected.split('\n').length < 100) throw new Error('tests/consumer prints too little to compare');
    for (const way of every ? Object.keys(ways) : ['find_package']) {
      try {
        const flags = [`-DWAY=${way}`, `-DCMAKE_CXX_FLAGS=${options}`, await ways[way]()];
        await output('cmake', ['-S', join(root, 'tests/consumer'), '-B', at(way), ...flags]);
        await output('cmake', ['--build', at(way), '-j', '2']);
        if ((await output(at(way, 'consumer'), [])) !== expected) throw new Error('prints other numbers');
        counted.passed++;
      } catch (error) {
        process.stderr.write(`\n${way}: ${error.message}\n${error.output ?? ''}\n`);
        counted.failed++;
      }
    }
    return counted;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
