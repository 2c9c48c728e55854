/**
 * The wheel, of this tree and of a fresh clone in another folder, where nothing was compiled before: the same bytes. Its JavaScript
 * is bundled in both from dist, which the step `reproducible` compared; the clone is lent this tree's dist and npm packages.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pythonWith } from '../../pythons.mjs';
import { run as command } from '../../steps.mjs';
import { holds as comparedDist, withClone } from './reproducible.mjs';

export const title = 'The wheel, twice';
export const todo = 'python3-build, python3-setuptools and python3-wheel make it; the lines above say what failed';

export const makes = [/\.whl$/];
export const holds = comparedDist;

const writeFiles = "import('./web/tools/python.mjs').then(({ writePythonFiles }) => writePythonFiles())";

const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The wheel of a tree; undefined where no Python here can make one. */
async function wheel(tree, folder, env, report) {
  const python = pythonWith('build.__main__', 'setuptools', 'wheel');
  if (!python) return undefined;
  const args = ['-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, join(tree, 'python')];
  await command(process.execPath, ['-e', writeFiles], { cwd: tree, env, report });
  for (const name of ['build', 'posenc.egg-info']) rmSync(join(tree, 'python', name), { recursive: true, force: true });
  await command(python, args, { cwd: folder, env, report });
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.whl')),
  );
}

export async function run({ root, env, out, report }) {
  return withClone({ root, env }, async ({ git, place, there, strict }) => {
    if (!existsSync(join(there, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(there, 'node_modules'));
    cpSync(join(root, 'dist'), join(there, 'dist'), { recursive: true });
    // setuptools dates the files of a wheel by this
    const SOURCE_DATE_EPOCH = await git('log', '-1', '--format=%ct');
    const wheels = [];
    for (const [name, tree, own] of [
      ['wheel-here', root, env],
      ['wheel-there', there, strict],
    ]) {
      report(name);
      const folder = join(place, name);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      wheels.push(await wheel(tree, folder, { ...own, SOURCE_DATE_EPOCH }, report));
    }
    const [here, other] = wheels;
    if (!here || !other) return { problems: [{ what: 'no Python here has build, setuptools and wheel', todo }] };
    if (sha256(here) !== sha256(other)) {
      const why = 'unzip both; objdump -s says what of libposenc.so is another';
      return { problems: [{ what: 'the wheels part', todo: why }] };
    }
    for (const name of readdirSync(out)) if (name.endsWith('.whl')) rmSync(join(out, name));
    cpSync(other, join(out, basename(other)));
    return { says: basename(other) };
  });
}
