/** A virtual environment for each pinned release, made by uv in the cache directory. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
