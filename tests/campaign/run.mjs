/**
 * The reliability campaign: long searches, each a command. What came of one is kept in results/ with its date and machine, and
 * the table of docs/reliability.md is made of these.
 *
 *   npm run campaign -- worst-cases [POSITIONS]     entries that are hard to round, searched for
 *   npm run campaign -- coverage                    branches of the C++ core that its tests take
 *   npm run campaign -- mutants [ts|cpp] [COUNT] [SEED] [SECONDS]    changes of the sources that the tests notice
 *   npm run campaign -- fuzz [INPUTS] [SEED] [SECONDS]    changed bytes and texts against each parser
 *   npm run campaign -- libfuzzer [INPUTS] [SECONDS] [TARGET] [SEED]    what C++ reads from outside; of each target
 *   npm run campaign -- leaks [CALLS]               memory after many calls
 *   npm run campaign -- kills [COUNT] [SECONDS]     training that is killed and goes on, of each program
 *   npm run campaign -- soak [SECONDS] [pool|pages] [SEED]    the pool and the pages at full load
 *   npm run campaign -- --table                     writes the table again
 *
 * All begin with `nice 19` (POSENC_NICE: another) and take one processor where they can.
 */
import { execFileSync } from 'node:child_process';
import { cpus, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mkdirSync, writeFileSync } from 'node:fs';
import { root, setup } from '../../web/tools/setup.mjs';
import { SetupError, main } from '../../web/tools/steps.mjs';
import { writeTable } from './table.mjs';

export const names = ['worst-cases', 'coverage', 'mutants', 'fuzz', 'libfuzzer', 'leaks', 'kills', 'soak'];
const results = fileURLToPath(new URL('results/', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const [name, ...args] = process.argv.slice(2);
    if (name !== '--table') {
      if (!names.includes(name)) throw new SetupError(`say one of ${names.join(', ')}, or --table`);
      setPriority(Number(process.env.POSENC_NICE ?? 19));
      const env = await setup();
      const { run } = await import(`./${name}.mjs`);
      const begin = performance.now();
      // a search with several parts keeps a file for each
      const made = [await run({ env, args })].flat();
      const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
      const about = {
        campaign: name,
        date: new Date().toISOString().slice(0, 10),
        seconds: Math.round((performance.now() - begin) / 1000),
        machine: `${cpus()[0].model}, ${cpus().length} processors, Node ${process.versions.node}`,
        // of what was searched: the last one that changed the library
        commit: git('log', '-1', '--format=%h', '--abbrev=12', '--', 'src', 'web/lib', 'web/cli'),
      };
      mkdirSync(results, { recursive: true });
      for (const found of made) {
        const file = join(results, `${[name, found.part].filter(Boolean).join('-')}.json`);
        writeFileSync(file, `${JSON.stringify({ ...about, ...found }, undefined, 1)}\n`);
        console.log(`${file} is written`);
        if (found.failed) process.exitCode = 1;
      }
    }
    await writeTable();
  });
}
