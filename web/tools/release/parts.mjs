/**
 * What of others is compiled into the modules and the shared library, and what was copied into sources. Bundlers name the
 * packages in the pages (web/tools/bundled.mjs); linkers name archives, and each of these belongs to a part here, or the step
 * fails. NOTICE.md says the same for readers; tests/web/release-parts.test.mjs compares them.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../steps.mjs';

const llvm = 'Apache-2.0 WITH LLVM-exception';

/** `of` are archives that Emscripten links by themselves; `version` names one of `versionsOf`. */
export const linked = [
  {
    name: 'Emscripten runtime',
    licence: 'MIT OR NCSA',
    version: 'emscripten',
    of: ['stubs', 'noexit', 'GL', 'al', 'html5', 'sockets', 'wasm_workers_stub'],
  },
  { name: 'Embind', licence: 'MIT OR NCSA', version: 'emscripten', of: ['embind'] },
  { name: 'emmalloc', licence: 'MIT OR NCSA', version: 'emscripten', of: ['emmalloc'] },
  { name: 'dlmalloc', licence: 'CC0-1.0', version: 'dlmalloc', of: ['dlmalloc'] },
  { name: 'musl', licence: 'MIT', version: 'musl', of: ['c', 'm', 'bulkmemory', 'c_optz', 'printf_long_double'] },
  { name: 'libc++', licence: llvm, version: 'libcxx', of: ['c++'] },
  { name: 'libc++abi', licence: llvm, version: 'libcxx', of: ['c++abi'] },
  { name: 'compiler-rt', licence: llvm, version: 'libcxx', of: ['compiler_rt', 'clang_rt'] },
];

/** In the npm package beside what is linked: data that was taken over. */
export const takenOver = [
  {
    name: 'LSTNN_public',
    title: 'puzzles of the Latin Square Task',
    licence: 'MIT',
    version: 'd139c51',
    purl: 'pkg:github/ljhearne/LSTNN_public@d139c51',
    in: 'dist/lib/files/published-puzzles.js',
  },
  {
    name: 'd3-scale-chromatic',
    title: 'colours of maps, sampled',
    licence: 'ISC AND Apache-2.0',
    version: '3.1.1',
    purl: 'pkg:npm/d3-scale-chromatic@3.1.1',
    in: 'dist/lib/charts/heatmap/colour-tables.js',
  },
];

/** In the shared library, and so in the wheel. */
export const inSharedLibrary = [
  { name: 'nlohmann_json', title: 'JSON for Modern C++', licence: 'MIT', version: 'nlohmann' },
  { name: 'libstdc++', licence: 'GPL-3.0-only WITH GCC-exception-3.1', version: 'gcc' },
  { name: 'libgcc', licence: 'GPL-3.0-only WITH GCC-exception-3.1', version: 'gcc' },
];

/** The part that an archive belongs to: libc++-mini-noexcept.a is libc++. Undefined for what nobody has named yet. */
export function partOfArchive(file) {
  const stem = file.replace(/^lib/, '').replace(/\.a$/, '');
  const names = linked.flatMap((part) => part.of.map((of) => ({ part, of })));
  // the longest name that the stem begins with, up to a hyphen
  const fits = names.filter(({ of }) => stem === of || stem.startsWith(`${of}-`) || stem.startsWith(`${of}.`));
  return fits.sort((a, b) => b.of.length - a.of.length)[0]?.part;
}

/** Archives of others from which the linker took an object, for a module of ours, as it says itself. */
export async function archivesOf(module, build, env) {
  const command = readFileSync(join(build, `wasm/CMakeFiles/${module}-glue.dir/link.txt`), 'utf8').trim();
  // as it is linked for the package, but for the optimizer afterwards, which adds nothing; into a file that nobody reads
  const traced = command.replace(` -o ${module}-glue.js`, ` -o ../traced-${module}.js -Wl,--trace`);
  if (traced === command) throw new Error(`the link command of ${module} has another form than it had`);
  const { stdout, stderr } = await run('sh', ['-c', traced], { cwd: join(build, 'wasm'), env });
  const archives = [...`${stdout}\n${stderr}`.matchAll(/([\w+.-]+\.a)\(/g)].map(([, name]) => name);
  return [...new Set(archives)].filter((name) => !name.startsWith('libposenc_')).sort();
}

/** Versions of parts, as the toolchain that is used says them. */
export async function versionsOf(env) {
  const emcc = (await run('sh', ['-c', 'command -v emcc'], { env })).stdout.trim();
  const system = [dirname(realpathSync(emcc)), dirname(emcc), join(dirname(emcc), '../emscripten')]
    .map((folder) => join(folder, 'system/lib'))
    .find(existsSync);
  if (!system) throw new Error(`beside ${emcc} are none of Emscripten's own sources, which say their versions`);
  const read = (path, pattern) => {
    const found = pattern.exec(readFileSync(join(system, path), 'utf8'));
    if (!found) throw new Error(`${path} does not say its version`);
    return found.slice(1);
  };
  const [libcxx] = read('libcxx/include/__config', /_LIBCPP_VERSION (\d+)/);
  const emscripten = /\) (\d+\.\d+\.\d+)/.exec((await run('emcc', ['--version'], { env })).stdout)[1];
  return {
    emscripten,
    musl: read('libc/musl/VERSION', /(\S+)/)[0],
    dlmalloc: read('dlmalloc.c', /Version (\d+\.\d+\.\d+)/)[0],
    libcxx: [libcxx.slice(0, -4), libcxx.slice(-4, -2), libcxx.slice(-2)].map(Number).join('.'),
  };
}

/** The same for the shared library: the header that CMake found, and the compiler. */
export async function versionsOfLibrary(headers, env) {
  const text = readFileSync(join(headers, 'include/nlohmann/detail/abi_macros.hpp'), 'utf8');
  const part = (name) => new RegExp(`define NLOHMANN_JSON_VERSION_${name}\\s+(\\d+)`).exec(text)[1];
  return {
    nlohmann: ['MAJOR', 'MINOR', 'PATCH'].map(part).join('.'),
    gcc: (await run('g++', ['-dumpfullversion'], { env })).stdout.trim(),
  };
}
