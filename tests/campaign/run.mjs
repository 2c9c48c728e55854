/** `npm run campaign -- NAME …`: a long search for errors (docs/reliability.md). Prints rows for the table of that page. */
import { execFileSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { root, setup } from '../../web/tools/setup.mjs';
import { SetupError, main } from '../../web/tools/steps.mjs';

export const names = ['fuzz', 'libfuzzer', 'leaks', 'kills', 'soak-pool', 'soak-pages'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const [name, ...args] = process.argv.slice(2);
    if (!names.includes(name)) throw new SetupError(`name one of ${names.join(', ')}`);
    setPriority(Number(process.env.POSENC_NICE ?? 19));
    const env = await setup();
    const { run } = await import(`./${name}.mjs`);
    const begin = performance.now();
    const { rows, faults } = await run({ env, args });
    const seconds = Math.round((performance.now() - begin) / 1000);
    // the last commit that changed the library
    const log = ['log', '-1', '--format=%h', '--abbrev=12', '--', 'src', 'web/lib', 'web/cli'];
    const commit = execFileSync('git', log, { cwd: root, encoding: 'utf8' }).trim();
    const when = `${new Date().toISOString().slice(0, 10)}, ${seconds} s, at ${commit}`;
    for (const row of rows) console.log(`| ${[...row, when].join(' | ')} |`);
    for (const fault of faults.slice(0, 20)) console.error(JSON.stringify(fault));
    if (faults.length > 0) process.exitCode = 1;
  });
}
