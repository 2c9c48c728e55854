/**
 * Checks what a build or the tests need from the machine: system packages, npm packages and the C++
 * toolchain. Missing packages are installed if possible (root and apt); otherwise the error contains
 * the command to type.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, which } from './chromium.mjs';
import { pythonWith } from './pythons.mjs';
import { SetupError, run, step } from './steps.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const output = (command, ...args) => {
  try {
    return execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return '';
  }
};
const atLeast = (text, major, minor) => {
  const [, a, b] = /(\d+)\.(\d+)/.exec(text) ?? [0, 0, 0];
  return +a > major || (+a === major && +b >= minor);
};
const compiles = (header) => {
  try {
    execFileSync('g++', ['-E', '-x', 'c++', '-'], {
      input: `#include <${header}>\n`,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    return true;
  } catch {
    return false;
  }
};
const apt = () => Boolean(which('apt-get') && which('dpkg-deb'));

/** Requirements: a name for messages, a check, and the packages that provide it. */
const forBuild = [
  { what: 'bash', found: () => which('bash'), apt: 'bash', brew: 'bash' },
  { what: 'cmake >= 3.22', found: () => atLeast(output('cmake', '--version'), 3, 22), apt: 'cmake', brew: 'cmake' },
  { what: 'make', found: () => which('make'), apt: 'make', brew: 'make' },
  {
    what: 'python3 >= 3.10',
    found: () => atLeast(output('python3', '--version'), 3, 10),
    apt: 'python3',
    brew: 'python3',
  },
  {
    what: "the keys of Debian's archive, to assemble Emscripten",
    found: () => which('emcc') || !apt() || existsSync('/usr/share/keyrings/debian-archive-keyring.gpg'),
    apt: 'debian-archive-keyring',
  },
];
const forTests = [
  { what: 'g++', found: () => which('g++'), apt: 'g++', brew: 'gcc' },
  { what: 'clang++', found: () => which('clang++'), apt: 'clang', brew: 'llvm' },
  { what: 'MPFR', found: () => compiles('mpfr.h'), apt: 'libmpfr-dev', brew: 'mpfr' },
  { what: 'mpmath', found: () => pythonWith('mpmath'), apt: 'python3-mpmath' },
  { what: 'NumPy', found: () => pythonWith('numpy'), apt: 'python3-numpy', brew: 'numpy' },
  {
    what: 'mypy for the python3 that has NumPy',
    found: () => !apt() || pythonWith('numpy', 'mypy'),
    apt: ['python3-numpy', 'python3-mypy'],
  },
];

const forFullTests = [
  {
    what: 'venv for python3',
    found: () => pythonWith('venv', 'ensurepip'),
    apt: 'python3-venv',
  },
];

async function systemPackages(needed) {
  const missing = needed.filter((need) => !need.found());
  if (missing.length === 0) return;
  const what = missing.map((need) => need.what).join(', ');
  if (apt()) {
    const packages = [...new Set(missing.flatMap((need) => need.apt))];
    const options = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages];
    if (process.getuid() !== 0) {
      throw new SetupError(`missing: ${what}. Type:\n\n  sudo apt-get update && sudo apt-get ${options.join(' ')}\n`);
    }
    await step(`Installing ${packages.join(', ')}`, async (report) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'update'], { env, report });
      await run('apt-get', options, { env, report });
    });
  } else if (which('brew')) {
    throw new SetupError(
      `missing: ${what}. Type:\n\n  brew install ${missing.map((need) => need.brew ?? need.what).join(' ')}\n`,
    );
  }
  const still = missing.filter((need) => !need.found());
  if (still.length)
    throw new SetupError(
      `missing: ${still.map((need) => need.what).join(', ')}. Please install it and run this again.`,
    );
}

/** True if node_modules matches package-lock.json. Optional packages of other systems may be absent. */
function npmFresh() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  try {
    const wanted = read('package-lock.json');
    const have = read('node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([path, p]) => path === '' || (have[path] ? have[path].version === p.version : p.optional || p.devOptional),
    );
  } catch {
    return false;
  }
}

async function npmPackages() {
  if (npmFresh()) return;
  await step('Installing the npm packages', (report) =>
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: root,
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
      report,
    }),
  );
}

/** Returns the directory of emcc. The script also prepares the C++ headers, which CMake requests from it. */
async function toolchain() {
  const script = join(root, 'wasm/toolchain/emscripten.sh');
  const { stdout } = await step('Emscripten and the C++ headers', (report) => run('bash', [script], { report }));
  for (const [, note] of stdout.matchAll(/^note=(.*)$/gm)) console.warn(`\nWARNING: the toolchain has ${note}\n`);
  return /^bin=(.*)$/m.exec(stdout)[1];
}

/**
 * Variables that make CMake and Emscripten use ccache, if it is installed. Its cache depends on the version of the
 * compiler. The user's environment overrides them in `setup`.
 */
export function compilerCache() {
  if (!which('ccache')) return {};
  return {
    CMAKE_CXX_COMPILER_LAUNCHER: 'ccache',
    EM_COMPILER_WRAPPER: 'ccache',
    CCACHE_COMPILERCHECK: '%compiler% --version',
    // without these, ccache does not cache files with a precompiled header, which are most of the tests
    CCACHE_SLOPPINESS: 'pch_defines,time_macros',
    // shares the cache with clones in other folders: paths are relative to the checkout and not part of the hash
    CCACHE_BASEDIR: root,
    CCACHE_NOHASHDIR: '1',
  };
}

/**
 * The real Python program for Emscripten, whose programs start python3 at every call, including ccache's version
 * checks. If python3 is a script, as with pyenv, that takes twice as long as the rest of the call.
 */
export const pythonOfEmscripten = () => ({
  EMSDK_PYTHON: output('python3', '-c', 'import sys; print(sys.executable)').trim(),
});

/** Installs a Chromium for the page tests. */
async function chromium() {
  const ubuntu = existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  const debian = apt() && !ubuntu;
  if (!(await findChromium())) {
    if (!debian)
      throw new SetupError(
        'missing: Chromium, for the page tests. Type:\n\n  npx playwright install --with-deps chromium\n\nor name one in POSENC_CHROMIUM.',
      );
    await systemPackages([{ what: 'Chromium', found: () => which('chromium'), apt: 'chromium' }]);
  }
  const shell = { what: 'Chromium without a window', found: () => which(shell.apt), apt: 'chromium-headless-shell' };
  // Only saves time: the other Chromium also works.
  if (debian && process.getuid() === 0 && !process.env.POSENC_CHROMIUM)
    await systemPackages([shell]).catch(() => undefined);
}

/**
 * Prepares the machine and returns the environment for child processes, with emcc on PATH. `tests` adds what the tests
 * need, including a Chromium; `full` adds what only `npm run test:full` needs.
 */
export async function setup({ tests = false, full = false } = {}) {
  if (!atLeast(process.versions.node, 20, 19)) {
    throw new SetupError(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  }
  await systemPackages([...forBuild, ...(tests ? forTests : []), ...(full ? forFullTests : [])]);
  const [bin] = await Promise.all([toolchain(), npmPackages()]);
  const own = { ...compilerCache(), ...pythonOfEmscripten() };
  const env = { ...own, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  if (tests) await chromium();
  return env;
}
