/** Formats (--write) or checks (--check) every source: prettier for the web, clang-format for C++. */
import { join } from 'node:path';
import { filesBelow } from './fresh.mjs';
import { which } from './chromium.mjs';
import { root } from './setup.mjs';
import { SetupError, main, run, step } from './steps.mjs';

const write = process.argv[2] === '--write';
const files = (pattern, ...folders) =>
  filesBelow(folders.map((folder) => join(root, folder)))
    // notebooks have their own format
    .filter((file) => pattern.test(file) && !file.includes('/examples/notebooks/'));

main(async () => {
  if (!write && process.argv[2] !== '--check') throw new SetupError('say --write or --check');
  if (!which('clang-format'))
    throw new SetupError('missing: clang-format. Type:\n\n  sudo apt-get install clang-format\n');
  const web = files(/\.(ts|mjs|css|html)$/, 'web', 'tests', 'examples', 'python', 'evidence').filter(
    (file) => !/\/(generated|golden)\//.test(file),
  );
  const cpp = files(/\.(cpp|hpp|c|h)$/, 'src', 'wasm', 'tests', 'examples', 'evidence');
  await step('prettier', () =>
    run(process.execPath, [
      join(root, 'node_modules/prettier/bin/prettier.cjs'),
      write ? '--write' : '--check',
      ...web,
    ]),
  );
  await step('clang-format', () => run('clang-format', write ? ['-i', ...cpp] : ['--dry-run', '--Werror', ...cpp]));
});
