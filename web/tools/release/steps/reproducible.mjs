/**
 * The same bytes twice, and in another folder: the package of this tree and that of a fresh clone elsewhere, which is compiled
 * without a compiler's cache, in another time zone and with other default rights of files. Leaves the tarball of the
 * clone in build/release, with the digests of all files. The step `wheel` does the same with the wheel.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { filesBelow, readableByAll } from '../../fresh.mjs';
import { run as command } from '../../steps.mjs';

export const title = 'The same bytes twice, and from another folder';
export const todo = 'the programs above say why; POSENC_ELSEWHERE=FOLDER keeps the second tree there';

export const makes = [/\.tgz$/, /^digests\.json$/];
/** Whether dist is still the one that was compared. */
export function holds({ root, out }) {
  const file = join(out, 'digests.json');
  return (
    existsSync(file) &&
    parting(digestsBelow(join(root, 'dist')), JSON.parse(readFileSync(file, 'utf8')).files).length === 0
  );
}

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

/**
 * Does `work` with a fresh clone elsewhere, and the environment of one who builds it there. Where something is not committed, that is
 * the problem.
 */
export async function withClone({ root, env }, work) {
  const git = async (...args) => (await command('git', args, { cwd: root, env })).stdout.trim();
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  if (changed)
    return { problems: [{ what: `a clone would lack what is not committed:\n${changed}`, todo: 'commit it first' }] };
  const place = process.env.POSENC_ELSEWHERE ?? mkdtempSync(join(tmpdir(), 'posenc-elsewhere-'));
  try {
    const there = join(place, 'a folder with another name');
    if (!existsSync(there)) await command('git', ['clone', '--quiet', '--no-hardlinks', root, there], { env });
    else await command('git', ['-C', there, 'reset', '--quiet', '--hard', await fetched(there, root, env)], { env });
    const strict = { ...env, CCACHE_DISABLE: '1', TZ: 'Asia/Kathmandu', LC_ALL: 'C' };
    return await work({ git, place, there, strict });
  } finally {
    if (!process.env.POSENC_ELSEWHERE) rmSync(place, { recursive: true, force: true });
  }
}
async function fetched(there, root, env) {
  await command('git', ['-C', there, 'fetch', '--quiet', root, 'HEAD'], { env });
  return 'FETCH_HEAD';
}

export async function run({ root, env, out, report }) {
  return withClone({ root, env }, async ({ git, place, there, strict }) => {
    const problems = [];
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
    for (const name of readdirSync(out)) if (name.endsWith('.tgz')) rmSync(join(out, name));
    cpSync(other, join(out, relative(join(place, 'other'), other)));

    const made = { commit: await git('rev-parse', 'HEAD'), files: elsewhere };
    writeFileSync(join(out, 'digests.json'), `${JSON.stringify(made, undefined, 1)}\n`);
    return { says: `${Object.keys(elsewhere).length} files and the tarball`, problems };
  });
}
