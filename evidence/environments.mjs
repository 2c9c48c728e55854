/** A virtual environment for each pinned release, made by uv in the cache directory; for some, a program is compiled. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { which } from '../web/tools/chromium.mjs';
import { pythonWith } from '../web/tools/pythons.mjs';
import { SetupError, run } from '../web/tools/steps.mjs';

export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'posenc/evidence');
const uvVersion = '0.13.9';

/** uv from the path, or installed by pip into the cache. */
async function findUv(report) {
  const found = which('uv');
  if (found) return found;
  const made = join(cache, 'tools');
  const uv = join(made, 'bin/uv');
  if (existsSync(uv)) return uv;
  const python = pythonWith('venv', 'ensurepip');
  if (!python) throw new SetupError('missing: uv, or python3 >= 3.10 with venv to install it');
  await run(python, ['-m', 'venv', made], { report });
  await run(join(made, 'bin/pip'), ['install', '--disable-pip-version-check', `uv==${uvVersion}`], { report });
  return uv;
}

/** Returns the Python of a pin's environment. A stamp holds the packages, so that a changed pin is installed again. */
export async function pythonOf({ engine, release, python, packages, separate = [] }, report) {
  const made = join(cache, 'envs', `${engine}@${release}`);
  const stamp = join(made, 'posenc-pin.json');
  const wanted = JSON.stringify({ python, packages, separate });
  const program = join(made, 'bin/python');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return program;
  mkdirSync(join(cache, 'envs'), { recursive: true });
  const uv = await findUv(report);
  const env = { ...process.env, UV_CACHE_DIR: join(cache, 'uv') };
  await run(uv, ['venv', '--clear', '--python', python, made], { env, report });
  await run(uv, ['pip', 'install', '--python', program, ...packages], { env, report });
  if (separate.length)
    await run(uv, ['pip', 'install', '--python', program, '--no-deps', ...separate], { env, report });
  writeFileSync(stamp, wanted);
  return program;
}

/** The folder of a pin's sdist, which pip downloads and which is unpacked once. */
export async function unpacked({ python, build: { sdist } }, report) {
  const folder = join(cache, 'sources', sdist);
  const stamp = join(folder, 'posenc-unpacked');
  if (existsSync(stamp)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, UV_CACHE_DIR: join(cache, 'uv') };
  const asked = ['download', '--no-deps', '--no-binary', sdist.split('==')[0], '--dest', folder, sdist];
  await run(await findUv(report), ['tool', 'run', '--python', python, 'pip', ...asked], { env, report });
  const archive = join(folder, readdirSync(folder)[0]);
  await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], { report });
  rmSync(archive);
  writeFileSync(stamp, sdist);
  return folder;
}

/** Copies runners into a folder: CMake compiles a folder of sources in one place, and a clone of this repository moves. */
function copied(names, folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const [text, target] = [readFileSync(new URL(`runners/${name}`, import.meta.url)), join(folder, name)];
    if (!existsSync(target) || !readFileSync(target).equals(text)) writeFileSync(target, text); // else its time stays
  }
  return folder;
}

/**
 * Compiles runners/<engine>.cpp with the sources of a pin's sdist, and returns the variables that tell the runner where
 * both are; {} for a pin without `build`. CMake builds only what has changed.
 */
export async function builtFor(pin, report) {
  if (!pin.build) return {};
  const source = join(await unpacked(pin, report), pin.build.folder);
  const made = join(cache, 'builds', `${pin.engine}@${pin.release}`);
  const runners = copied(['CMakeLists.txt', `${pin.engine}.cpp`], `${made}-source`);
  report('compiling, which takes 10 minutes the first time');
  await run('cmake', ['-S', runners, '-B', made, '-DCMAKE_BUILD_TYPE=Release', `-DSOURCE=${source}`], { report });
  await run('cmake', ['--build', made, '--target', pin.engine, '--parallel', '1'], { report });
  return { EVIDENCE_SOURCE: source, EVIDENCE_PROGRAM: join(made, pin.engine) };
}
