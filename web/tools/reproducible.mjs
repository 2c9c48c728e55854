/**
 * Builds the package and the wheel in two fresh clones and compares the bytes. The second clone is in another folder and
 * another time zone and compiles without a cache. Leaves the files of the first clone in build/release.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPython } from './pythons.mjs';
import { root } from './setup.mjs';
import { run } from './steps.mjs';

const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Throws if a file differs; returns the lines "SHA-256  file". @param env as `setup` returns it */
export async function reproducible(env, report) {
  const place = mkdtempSync(join(tmpdir(), 'posenc-release-'));
  process.on('exit', () => rmSync(place, { recursive: true, force: true }));
  process.umask(0o022); // npm packs the permissions that the files of the clone have
  const SOURCE_DATE_EPOCH = (await run('git', ['log', '-1', '--format=%ct'], { cwd: root })).stdout.trim();
  const digests = [];
  for (const [name, more] of [
    ['one', {}],
    ['another folder', { CCACHE_DISABLE: '1', TZ: 'Asia/Kathmandu', LC_ALL: 'C' }],
  ]) {
    const clone = join(place, name, 'posenc');
    await run('git', ['clone', '--quiet', root, clone]);
    const options = { cwd: clone, env: { ...env, ...more, SOURCE_DATE_EPOCH }, report };
    await run(process.execPath, ['web/tools/build.mjs', 'package'], options);
    await run(process.execPath, ['web/tools/python.mjs'], options);
    await buildPython('wheel', join(clone, 'python'), join(clone, 'made'), options);
    await run(process.execPath, ['web/tools/published.mjs', 'build/published'], options);
    await run(
      'npm',
      ['pack', './build/published', './dist/script', '--ignore-scripts', '--pack-destination', 'made'],
      options,
    );
    const files = readdirSync(join(clone, 'made'));
    digests.push(files.map((file) => `${sha256(join(clone, 'made', file))}  ${file}`));
  }
  if (String(digests[0]) !== String(digests[1])) throw new Error(`the builds differ:\n${digests.flat().join('\n')}`);
  cpSync(join(place, 'one/posenc/made'), join(root, 'build/release'), { recursive: true });
  return digests[0];
}
