/** Finds a Python with given modules. The first on the path may be of pyenv or conda, without Debian's packages. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenStale } from './fresh.mjs';
import { SetupError, run, step } from './steps.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The first python3 >= 3.10 that imports all modules; undefined if there is none. */
export const pythonWith = (...modules) =>
  ['python3', '/usr/bin/python3'].find((python) => {
    const code = `import ${['sys', ...modules].join(', ')}; sys.exit(sys.version_info < (3, 10))`;
    // in the checkout, Python would import a folder such as build/ as a module
    return spawnSync(python, ['-c', code], { cwd: tmpdir(), stdio: 'ignore' }).status === 0;
  });

/** Returns the Python of a virtual environment with the build tools of python/build-requirements.txt. */
export async function wheelPython() {
  const made = at('build/wheel-python');
  const python = join(made, 'bin/python');
  const requirements = at('python/build-requirements.txt');
  const stage = { stamp: at('build/stamps/wheel-python'), inputs: [requirements], outputs: [python] };
  await whenStale(stage, () =>
    step('Making a virtual environment for wheels', async (report) => {
      const base = pythonWith('venv', 'ensurepip');
      if (!base) throw new SetupError('missing: python3 >= 3.10 with venv (Debian: apt-get install python3-venv)');
      const options = { cwd: tmpdir(), report };
      await run(base, ['-m', 'venv', '--clear', made], options);
      const install = [
        '-m',
        'pip',
        'install',
        '--disable-pip-version-check',
        '--no-deps',
        '--requirement',
        requirements,
      ];
      await run(python, install, options);
      await run(python, ['-m', 'pip', 'check'], options);
    }),
  );
  return python;
}

/** Builds a wheel or an sdist of `source` into `folder`. */
export async function buildPython(kind, source, folder, options) {
  const args = ['-m', 'build', `--${kind}`, '--no-isolation', '--outdir', folder, source];
  await run(await wheelPython(), args, { ...options, cwd: tmpdir() });
}
