/**
 * The same bytes twice, and in another folder: the package of this tree and that of a fresh clone elsewhere, which is compiled
 * without a compiler's cache, in another time zone and with other default rights of files; likewise the wheel. Leaves the
 * tarball and the wheel of the clone in build/release, with the digests of all files.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { filesBelow, readableByAll } from '../../fresh.mjs';
import { run as command } from '../../steps.mjs';

export const title = 'The same bytes twice, and from another folder';
export const todo = 'the programs above say why; POSENC_ELSEWHERE=FOLDER keeps the second tree there';

const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
export const digestsBelow = (folder) =>
  Object.fromEntries(filesBelow([folder]).map((file) => [relative(folder, file), sha256(file)]));

/** Files that are another, or only there, as lines. */
export function parting(one, two) {
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].sort().flatMap((name) => {
    if (one[name] === two[name]) return [];
    return [one[name] && two[name] ? `${name} has other bytes` : `${name} is only ${one[name] ? 'here' : 'there'}`];
  });
}

/** The tarball of a tree, as npm makes it of what is built there. */
export async function pack(tree, folder, env) {
  mkdirSync(folder, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const besides = ['README.md', 'LICENSE', 'package.json'];
  readableByAll([...files, ...besides].map((name) => join(tree, name)));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await command('npm', args, { cwd: tree, env });
  return join(folder, JSON.parse(stdout)[0].filename);
}

/** The wheel of a tree, in a copy of it, for setuptools writes beside the sources. */
async function wheel(tree, folder, env, report) {
  const python = (await pythonWithBuild(env)) ?? undefined;
  if (!python) return undefined;
  const args = ['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, join(tree, 'python')];
  for (const name of ['build', 'posenc.egg-info']) rmSync(join(tree, 'python', name), { recursive: true, force: true });
  await command(python, args, { cwd: folder, env, report });
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.whl')),
  );
}
async function pythonWithBuild(env) {
  for (const python of ['python3', '/usr/bin/python3']) {
    const probe = ['-c', 'import build.__main__, setuptools, wheel'];
    const { code } = await command(python, probe, { env, cwd: tmpdir(), failing: true }).catch(() => ({ code: 1 }));
    if (code === 0) return python;
  }
  return undefined;
}

export async function run({ root, env, out, report }) {
  const git = async (...args) => (await command('git', args, { cwd: root, env })).stdout.trim();
  const problems = [];
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed)
    return { problems: [{ what: `a clone would lack what is not committed:\n${changed}`, todo: 'commit it first' }] };
  const place = process.env.POSENC_ELSEWHERE ?? mkdtempSync(join(tmpdir(), 'posenc-elsewhere-'));
  try {
    const there = join(place, 'a folder with another name');
    if (!existsSync(there)) await command('git', ['clone', '--quiet', '--no-hardlinks', root, there], { env });
    else await command('git', ['-C', there, 'pull', '--quiet', '--ff-only'], { env });
    const strict = { ...env, CCACHE_DISABLE: '1', TZ: 'Asia/Kathmandu', LC_ALL: 'C' };
    const build = 'umask 077; exec "$0" web/tools/build.mjs lib';
    await command('sh', ['-c', build, process.execPath], { cwd: there, env: strict, report });

    const [here, elsewhere] = [join(root, 'dist'), join(there, 'dist')].map(digestsBelow);
    for (const what of parting(here, elsewhere))
      problems.push({ what: `dist/${what}`, todo: 'what a folder, a time or an order leaves in it has to be found' });

    report('packing');
    const [first, again, other] = [
      await pack(root, join(place, 'first'), env),
      await pack(root, join(place, 'again'), env),
      await pack(there, join(place, 'other'), strict),
    ];
    if (sha256(first) !== sha256(again))
      problems.push({ what: 'npm pack gives other bytes the second time', todo: 'see whether npm is another version' });
    if (problems.length === 0 && sha256(first) !== sha256(other))
      problems.push({
        what: 'the tarballs part, though dist is the same',
        todo: 'compare them: tar -tvzf has names, rights and times',
      });
    for (const name of readdirSync(out)) if (/\.(tgz|whl)$/.test(name)) rmSync(join(out, name));
    cpSync(other, join(out, relative(join(place, 'other'), other)));

    // setuptools dates the files of a wheel by this, and a zip file knows no time before 1980
    const dated = { ...env, SOURCE_DATE_EPOCH: await git('log', '-1', '--format=%ct') };
    const wheels = [];
    for (const [name, tree, own] of [
      ['wheel-first', root, dated],
      ['wheel-other', there, { ...strict, SOURCE_DATE_EPOCH: dated.SOURCE_DATE_EPOCH }],
    ]) {
      report(`the wheel (${name})`);
      const folder = join(place, name);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      wheels.push(await wheel(tree, folder, own, report));
    }
    if (wheels.includes(undefined))
      problems.push({
        what: 'no Python here has build, setuptools and wheel',
        todo: 'install python3-build, python3-setuptools and python3-wheel',
      });
    else {
      if (sha256(wheels[0]) !== sha256(wheels[1]))
        problems.push({ what: 'the wheels part', todo: 'unzip both; objdump -s says what of libposenc.so is another' });
      cpSync(wheels[1], join(out, relative(join(place, 'wheel-other'), wheels[1])));
    }
    const digests = digestsBelow(out);
    const packed = Object.keys(digests).filter((name) => /\.(tgz|whl)$/.test(name));
    const made = { commit: await git('rev-parse', 'HEAD'), files: elsewhere };
    writeFileSync(
      join(out, 'digests.json'),
      `${JSON.stringify({ ...made, packed: Object.fromEntries(packed.map((name) => [name, digests[name]])) }, undefined, 1)}\n`,
    );
    return { says: `${Object.keys(elsewhere).length} files, ${packed.join(' and ')}`, problems };
  } finally {
    if (!process.env.POSENC_ELSEWHERE) rmSync(place, { recursive: true, force: true });
  }
}
