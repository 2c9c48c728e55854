/** Bills of materials (CycloneDX) of the npm package, the pages and the wheel: what of others is in each. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';
import { billOf, npmPurl } from '../bill.mjs';
import {
  archivesOf,
  inSharedLibrary,
  linked,
  partOfArchive,
  takenOver,
  versionsOf,
  versionsOfLibrary,
} from '../parts.mjs';

export const title = 'Bills of materials';
export const todo = "the step 'build' makes what is looked at; parts are listed in release/parts.mjs";

export const makes = [/\.cdx\.json$/, /\.(tgz|whl)$/];

const modules = ['core', 'analysis', 'train'];
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** [{ …part, version, in }] of what the linker took, by its own list. @param archives { core: ['libc.a', …], … } */
export function partsLinked(archives, versions) {
  const places = new Map();
  for (const [module, files] of Object.entries(archives))
    for (const file of files) {
      const part = partOfArchive(file);
      if (!part) throw new Error(`${module}.wasm has something of ${file}, which no part of release/parts.mjs names`);
      places.set(part, [...new Set([...(places.get(part) ?? []), `dist/${module}.wasm`])]);
    }
  return linked
    .filter((part) => places.has(part))
    .map(({ name, licence, version }) => ({
      name,
      licence,
      version: versions[version],
      in: places.get(linked.find((one) => one.name === name)).join(', '),
    }));
}

export async function run({ root, env, version, out, report }) {
  const time = new Date(
    1000 * Number((await command('git', ['log', '-1', '--format=%ct'], { cwd: root, env })).stdout),
  );
  const versions = await versionsOf(env);
  const archives = {};
  for (const module of modules) {
    report(`what is linked into ${module}.wasm`);
    archives[module] = await archivesOf(module, join(root, 'build/wasm'), env);
  }
  // Emscripten's own JavaScript is in the glue, whatever the linker takes of its archives
  const inPackage = [...partsLinked(archives, versions), ...takenOver];
  if (!inPackage.some(({ name }) => name === 'Emscripten runtime'))
    inPackage.unshift({
      name: 'Emscripten runtime',
      licence: 'MIT OR NCSA',
      version: versions.emscripten,
      in: 'dist/lib/wasm/*-glue.js',
    });
  const bundled = JSON.parse(readFileSync(join(root, 'build/bundled.json'), 'utf8')).map((one) => ({
    ...one,
    purl: npmPurl(one.name, one.version),
  }));
  const tarball = join(out, `posenc-${version}.tgz`);
  const wheel = readdirSync(out).find((name) => name.endsWith('.whl'));
  const headers = (await command('bash', [join(root, 'wasm/toolchain/emscripten.sh'), '--headers'], { env })).stdout;
  const ofLibrary = await versionsOfLibrary(/^headers=(.*)$/m.exec(headers)[1], env);
  const about = (name, more) => ({ name, version, licence: 'MIT', ...more });
  const bills = {
    'posenc.cdx.json': [
      about('posenc', { purl: npmPurl('posenc', version), sha256: existsSync(tarball) ? sha256(tarball) : undefined }),
      inPackage,
    ],
    'pages.cdx.json': [about('posenc-pages', {}), [...inPackage, ...bundled, typedocPart(root)]],
    'wheel.cdx.json': [
      about('posenc-python', { purl: `pkg:pypi/posenc@${version}`, sha256: wheel && sha256(join(out, wheel)) }),
      inSharedLibrary.map((part) => ({ ...part, version: ofLibrary[part.version], in: 'posenc/libposenc.so' })),
    ],
  };
  for (const [file, [what, parts]] of Object.entries(bills)) writeFileSync(join(out, file), billOf(what, parts, time));
  return {
    says: Object.entries(bills)
      .map(([file, [, parts]]) => `${file} ${parts.length}`)
      .join(', '),
  };
}

/** The API reference has its scripts and styles. */
function typedocPart(root) {
  const { version, license } = JSON.parse(readFileSync(join(root, 'node_modules/typedoc/package.json'), 'utf8'));
  return { name: 'typedoc', version, licence: license, purl: npmPurl('typedoc', version), in: 'api/' };
}
