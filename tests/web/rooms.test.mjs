/**
 * The rooms of the source tree and the one-way arrows between them. A new room needs a line here; a new arrow is a
 * deliberate decision.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../web/tools/fresh.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (...paths) => join(root, ...paths);
const text = (file) => readFileSync(file, 'utf8');

/** room of src/ → the rooms it may include; kernels, precision and encodings never include each other */
const cpp = {
  include: [],
  core: ['include'],
  simd: ['core'],
  encodings: ['linalg', 'simd'],
  linalg: ['simd'],
  nn: ['linalg', 'simd'],
  kernels: ['nn'],
  train: ['kernels', 'encodings'],
  analyses: ['kernels', 'train'],
  precision: ['core'],
  json: ['core'],
  config: ['json'],
  identify: ['json', 'encodings', 'precision'],
  c: ['config', 'identify'],
};

/** A room, and every room reachable from it along the arrows. */
function reachable(arrows, room, seen = new Set([room])) {
  for (const next of arrows[room]) if (!seen.has(next)) reachable(arrows, next, seen.add(next));
  return seen;
}

test('C++ includes follow the arrows', () => {
  const files = filesBelow([at('src')]).filter((file) => /\.(cpp|hpp)$/.test(file));
  assert.ok(files.length > 0);
  for (const file of files) {
    const [room, ...rest] = relative(at('src'), file).split('/');
    if (rest.length === 0) continue; // posenc.hpp and describe.cpp are on top of all rooms
    assert.ok(cpp[room], `${file}: no room '${room}'`);
    for (const [, path] of text(file).matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)) {
      const open = path.startsWith('posenc/'); // the public headers
      const target = open ? 'include' : path.includes('/') ? path.split('/')[0] : '';
      assert.ok(reachable(cpp, room).has(target), `${relative(root, file)} includes "${path}"`);
      const folder = open ? 'src/include' : 'src';
      assert.ok(existsSync(at(folder, path)), `${relative(root, file)} includes "${path}", which is not in ${folder}/`);
    }
  }
});

/** Casts between vectors and their numbers, and an address that becomes a number. */
const casts = {
  'src/simd/lanes.hpp': /_unaligned\*>/,
  'src/simd/wide_lanes.hpp': /_unaligned\*>/,
  'wasm/bindings.cpp': /<std::uintptr_t>/,
  'wasm/analysis_bindings.cpp': /<std::uintptr_t>/,
  'wasm/train_bindings.cpp': /<std::uintptr_t>/,
};

test('memory is read as the type that was written: only core/storage.hpp gives it another', () => {
  for (const file of filesBelow([at('src'), at('wasm')]).filter((name) => /\.(cpp|hpp)$/.test(name)))
    for (const line of text(file)
      .split('\n')
      .filter((each) => each.includes('reinterpret_cast')))
      assert.match(line, casts[relative(root, file)] ?? /only these/, `${relative(root, file)}: ${line.trim()}`);
});

test('public headers hold no arithmetic that a program around them could compile in its own way', () => {
  for (const file of filesBelow([at('src/include')]))
    for (const line of text(file)
      .replace(/\/\*[^]*?\*\//g, '')
      .split('\n')) {
      const code = line.replace(/\/\/.*/, '').replace(/"[^"]*"/g, '');
      if (code.includes('static_assert')) continue;
      assert.doesNotMatch(
        code,
        /[\w)\]] [*/+-] [\w(]|std::(sqrt|fma|pow|exp|sin|cos)/,
        `${relative(root, file)}: ${line.trim()}`,
      );
    }
});

test('C++ tests compare with a part of the number: doctest::Approx alone takes all that is small for equal', () => {
  const alone = filesBelow([at('tests')]).filter(
    (name) =>
      /\.(cpp|hpp)$/.test(name) && !name.endsWith('support/approx.hpp') && text(name).includes('doctest::Approx'),
  );
  assert.deepEqual(alone, []);
});

test('CMake targets follow the arrows', () => {
  const calls = [...text(at('CMakeLists.txt')).matchAll(/^posenc_room\((\w+)([^)]*)\)/gm)];
  assert.ok(calls.length >= 4);
  for (const [, room, body] of calls) {
    const depends = [...body.matchAll(/\bposenc_(\w+)/g)].map((match) => match[1]);
    for (const target of depends)
      assert.ok(reachable(cpp, room).has(target), `posenc_${room} depends on posenc_${target}`);
  }
});

/**
 * room of web/ → the rooms it may import, and their imports; `lib/x` is a folder of the library, `lib` its own files,
 * on top of all of them. Types of the public interface and of the registries refer to one another.
 */
const web = {
  'lib/types': [],
  'lib/generated': ['lib/types'],
  'lib/checks': ['lib/generated'],
  'lib/compare': ['lib/checks'],
  'lib/requests': ['lib/compare'],
  'lib/files': ['lib/checks'],
  'lib/hf': ['lib/checks'],
  'lib/methods': ['lib/requests'],
  'lib/wasm': ['lib/methods'],
  'lib/gpu': ['lib/wasm'],
  'lib/worker': ['lib/wasm'],
  'lib/pool': ['lib/worker'],
  'lib/charts': ['lib/files'],
  'lib/engines': ['lib/hf'],
  'lib/identify': ['lib/checks'],
  'lib/advice': ['lib/engines'],
  'lib/calls': ['lib/gpu', 'lib/advice', 'lib/identify'],
  'lib/embed': ['lib/charts'],
  'lib/studies': ['lib/checks'],
  lib: ['lib/calls', 'lib/files', 'lib/pool', 'lib/embed', 'lib/studies'],
  cli: ['lib'],
  // every page, except those below that import from another
  ...Object.fromEntries(
    readdirSync(at('web/notebook')).flatMap((name) =>
      statSync(at('web/notebook', name)).isDirectory() ? [[`notebook/${name}`, ['notebook/page']]] : [],
    ),
  ),
  // shared by the pages: first the files next to their folders, last those that start a page
  'notebook/configs': [],
  'notebook/generated': [],
  notebook: ['lib', 'lib/charts', 'notebook/configs', 'notebook/generated'],
  'notebook/kit': ['notebook'],
  'notebook/documented': ['notebook/kit'],
  'notebook/widgets': ['notebook/documented'],
  'notebook/page': ['notebook/widgets'],
  'notebook/offline': ['notebook/kit'],
  'notebook/code': ['notebook'],
  'notebook/report': ['notebook/page', 'notebook/code'],
  'notebook/analyses': ['notebook/encodings'],
  'notebook/kernels': ['notebook/encodings'],
  'notebook/lab': ['notebook/studies'],
  'notebook/notebooks': ['notebook/figures', 'notebook/kernels', 'notebook/lab', 'notebook/variants'],
};
/** Files next to the folders of pages that start a page. */
const startsPages = ['page.ts', 'live-frame.ts'];
/** Rooms from which lower rooms may also import types, which do not exist at run time. */
const typesOf = { 'lib/types': ['lib/generated', 'lib/hf'] };

const roomOf = (file) => {
  const [first, second, ...rest] = relative(at('web'), file).split('/');
  if (first === 'notebook' && startsPages.includes(second)) return 'notebook/page';
  return (first === 'lib' || first === 'notebook') && rest.length > 0 ? `${first}/${second}` : first;
};
/** Relative paths that a source imports or re-exports; `typeOnly` imports leave no trace at run time. */
function imports(file) {
  const pattern =
    /\b(import|export)\s+(type\s)?[^'"();]*?from\s*['"](\.[^'"]+)['"]|\bimport\s*\(?\s*['"](\.[^'"]+)['"]/g;
  return [...text(file).matchAll(pattern)].map((match) => ({
    path: normalize(join(dirname(file), match[3] ?? match[4])).replace(/\.js$/, '.ts'),
    typeOnly: match[2] !== undefined,
  }));
}
const sources = filesBelow([at('web/lib'), at('web/cli'), at('web/notebook')]).filter((file) => file.endsWith('.ts'));

test('TypeScript imports follow the arrows', () => {
  const against = [];
  for (const file of sources) {
    const room = roomOf(file);
    assert.ok(web[room], `${relative(root, file)}: no room '${room}'`);
    for (const { path, typeOnly } of imports(file)) {
      if (/\.(css|json)$/.test(path)) continue;
      const target = roomOf(path);
      if (!reachable(web, room).has(target) && !(typeOnly && typesOf[room]?.includes(target)))
        against.push(`${relative(root, file)} imports ${relative(root, path)}`);
    }
  }
  assert.deepEqual(against, []);
});

/** Types that name the rows of generated lists describe those lists. */
const describes = (file) => file.includes('/generated/');

test('TypeScript files do not import in a circle, nor types', () => {
  const done = new Set();
  const visit = (file, trail) => {
    assert.ok(
      !trail.includes(file),
      [...trail.slice(trail.indexOf(file)), file].map((name) => relative(root, name)).join(' → '),
    );
    if (done.has(file) || !existsSync(file)) return;
    for (const { path, typeOnly } of imports(file)) if (!typeOnly || !describes(file)) visit(path, [...trail, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
});
