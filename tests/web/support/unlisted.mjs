/**
 * Omissions after adding one of a kind: files that nothing uses, and lists that name missing files. Each is reported in
 * a sentence that names the file. Only reads, so it can check a copy of the tree.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from '../../../web/tools/fresh.mjs';

/** Entry sources: a command, an entry of the package, an input of a tool. */
const begins =
  /^web\/(cli\/posenc|lib\/(element|element\.global|widget)|notebook\/(frame|charts\/page-instance|notebooks\/build\/plugin|notebooks\/cells\/worker|offline\/service-worker))\.ts$|\.d\.ts$/;
/** Paths that exist only after a build or an installation, and strings that are not paths. */
const built = /^(build|dist|node_modules)\/|\.wasm$|[*$]|\/(api\/?|licences\.txt)$/;

/** The lists of rows in C++, by the type of a row. */
const rowLists = {
  EncodingInfo: 'src/encodings/registry.cpp',
  ScalingInfo: 'src/encodings/registry.cpp',
  AnalysisInfo: 'src/analyses/analyses.cpp',
  LayerInfo: 'src/nn/layers.cpp',
  TaskInfo: 'src/train/tasks.cpp',
  MistakeInfo: 'src/identify/mistakes.cpp',
};

function ofCpp(root) {
  const text = (file) => readFileSync(join(root, file), 'utf8');
  const files = filesBelow([join(root, 'src')]).map((file) => relative(root, file));
  const sources = files.filter((file) => /\.[ch]pp$/.test(file)).map((file) => ({ file, code: text(file) }));
  const lists = new Map(Object.values(rowLists).map((list) => [list, text(list)]));
  const unlisted = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/^(?:inline constexpr|extern const) (\w+) (k\w+)\b/gm)]
      .filter(([, type, row]) => rowLists[type] && !new RegExp(`\\b${row}\\b`).test(lists.get(rowLists[type])))
      .map(([, type, row]) => `${rowLists[type]} does not list ${row} of ${file}`),
  );
  const missing = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/^#include "([^"]+)"/gm)]
      .map(([, path]) => join(path.startsWith('posenc/') ? 'src/include' : 'src', path))
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${file} includes ${path}, which is not there`),
  );
  return [...unlisted, ...missing];
}

/** The file that a path in a source refers to; TypeScript imports name the compiled file. */
const led = (path) =>
  [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.d.ts')].find((name) => existsSync(name));

function ofTypeScript(root) {
  const files = ['lib', 'cli', 'notebook'].flatMap((room) => filesBelow([join(root, 'web', room)]));
  const used = new Set();
  const missing = [];
  for (const file of files.filter((name) => /\.(ts|html)$/.test(name)))
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/['"](\.{1,2}\/[^'"?]+)(?:\?[\w&=]*)?['"]/g)) {
      const named = normalize(join(dirname(file), path));
      const [found, shown] = [led(named), relative(root, named).replace(/\.js$/, '.ts')];
      if (found) used.add(found);
      else if (!built.test(shown)) missing.push(`${relative(root, file)} wants ${shown}, which is not there`);
    }
  const unused = files
    .filter((file) => file.endsWith('.ts') && !used.has(file))
    .map((file) => relative(root, file))
    .filter((file) => !begins.test(file))
    .map((file) => `nothing uses ${file}: is a line missing in ${listOf(root, file)}?`);
  return [...missing, ...unused];
}
const listOf = (root, file) =>
  ['index.ts', 'list.ts', '../list.ts', '../index.ts']
    .map((name) => join(dirname(file), name))
    .find((list) => existsSync(join(root, list))) ?? 'its list';

function ofMethods(root) {
  const text = (file) => readFileSync(join(root, file), 'utf8');
  const [, body] = /export const methods = \{([^}]+)\}/.exec(text('web/lib/methods/index.ts'));
  return body.match(/\w+/g).flatMap((name) =>
    ['wasm/methods/index.ts', 'types/spec-methods.ts', 'embed/calls.ts', 'on-demand.ts']
      .map((file) => `web/lib/${file}`)
      .filter((file) => !new RegExp(`\\b${name}\\b`).test(text(file)))
      .map((file) => `${file} does not say ${name}, a method of web/lib/methods/index.ts`),
  );
}

function ofPages(root) {
  const folder = 'web/notebook';
  const listed = [
    ...readFileSync(join(root, folder, 'frame.ts'), 'utf8').matchAll(/(?:\{ file: |documentFrame = )'([\w-]+\.html)'/g),
  ].map(([, file]) => file);
  const there = readdirSync(join(root, folder)).filter((file) => file.endsWith('.html') && !/<script src=/.test(file));
  return [
    ...there
      .filter((file) => !listed.includes(file))
      .map((file) => `${folder}/frame.ts does not list ${folder}/${file}`),
    ...listed
      .filter((file) => !there.includes(file))
      .map((file) => `${folder}/frame.ts lists ${folder}/${file}, which is not there`),
  ];
}

function ofStudies(root) {
  const list = readFileSync(join(root, 'web/lib/studies/list.ts'), 'utf8');
  return readdirSync(join(root, 'web/lib/studies/rows'))
    .filter((file) => !list.includes(`'./rows/${file.replace(/\.ts$/, '.js')}'`))
    .map((file) => `web/lib/studies/list.ts has no row for web/lib/studies/rows/${file}`);
}

async function ofEngines(root) {
  const { enginesSource } = await import(pathToFileURL(join(root, 'web/tools/gen-engines.mjs')));
  try {
    enginesSource();
    return [];
  } catch (error) {
    return [error.message];
  }
}

/** Sentences about unused files and missing files; empty if there are none. */
export async function unlisted(root) {
  const later = [ofStudies(root), await ofEngines(root)];
  return [...ofCpp(root), ...ofTypeScript(root), ...ofMethods(root), ...ofPages(root), ...later.flat()];
}
