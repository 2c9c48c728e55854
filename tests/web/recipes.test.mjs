/**
 * The recipes of CONTRIBUTING.md are complete: the files of each recipe add one of a kind to a copy of the tree. The
 * copy compiles, contains the addition, and leaves nothing unlisted. Each omitted file is reported by name.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { which } from '../../web/tools/chromium.mjs';
import { root } from './support/posenc.mjs';
import { copyOfTree, follow, recipes } from './support/recipes.mjs';
import { unlisted } from './support/unlisted.mjs';

const folder = join(root, 'build/recipes');
before(() => copyOfTree(folder));

test('everything that is there is used, and everything that is used is there', async () =>
  assert.deepEqual(await unlisted(root), []));

for (const [kind, recipe] of Object.entries(recipes)) {
  const files = [...recipe.files, ...Object.keys(recipe.lists)];

  test(`${kind}: CONTRIBUTING.md names the files of its recipe`, () => {
    const row = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
      .split('\n')
      .find((line) => new RegExp(`^\\| ${kind} +\\|`).test(line));
    assert.ok(row, `no row of the table begins with ${kind}`);
    const said = [...row.split('|')[2].matchAll(/`([^`]+)`/g)].map(([, file]) => file);
    const places = files.map((file) => file.replace(/example[-_]\w+/, '<id>'));
    assert.deepEqual(said.sort(), places.sort());
  });

  if (files.length > 1)
    test(`${kind}: a file of the recipe that is left out is named`, async () => {
      for (const but of files) {
        const undo = follow(recipe, folder, but);
        const told = await unlisted(folder);
        undo();
        assert.ok(
          told.some((sentence) => sentence.includes(but)),
          `nothing says that ${but} is missing: ${told.join('\n')}`,
        );
      }
    });
}

/** The registry printed for the copy: lists of rows from the copy, all else from the built library. */
function describeOfCopy() {
  const sources = ['describe', 'encodings/registry', 'analyses/analyses', 'train/tasks', 'identify/mistakes'];
  const [compiler, ...first] = [...(which('ccache') ? ['ccache'] : []), 'g++', '-std=c++20', '-O0'];
  const includes = ['src', 'src/include'].map((path) => `-I${join(folder, path)}`);
  const objects = sources.map((name) => join(folder, `${name.replace('/', '-')}.o`));
  for (const [i, name] of sources.entries())
    execFileSync(compiler, [...first, ...includes, '-c', join(folder, 'src', `${name}.cpp`), '-o', objects[i]]);
  const libraries = readdirSync(native).filter((name) => /^libposenc_\w+\.a$/.test(name));
  const all = [
    '-Wl,--allow-multiple-definition,--start-group',
    ...libraries.map((name) => join(native, name)),
    '-Wl,--end-group',
  ];
  execFileSync('g++', [...objects, ...all, '-o', join(folder, 'describe')]);
  return execFileSync(join(folder, 'describe'), { encoding: 'utf8', maxBuffer: 2 ** 26 });
}
const native = join(root, 'build/native');
const typescript = (project) =>
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(folder, project), '--noEmit'],
    {
      encoding: 'utf8',
    },
  );

test(
  'one more of each kind: it compiles, is known, and nothing else has to change',
  {
    skip: !existsSync(join(native, 'libposenc_core.a')) && 'the library in C++ is not built',
  },
  async () => {
    for (const recipe of Object.values(recipes)) follow(recipe, folder);
    assert.deepEqual(await unlisted(folder), []);
    const described = describeOfCopy();
    const registries = JSON.parse(described);
    for (const [registry, id] of [
      ['encodings', 'example-encoding'],
      ['scalings', 'example-extension'],
      ['analyses', 'example-analysis'],
      ['tasks', 'example-task'],
      ['mistakes', 'example-mistake'],
    ])
      assert.ok(
        registries[registry].some((row) => row.id === id),
        `describe does not print ${id}`,
      );
    execFileSync(process.execPath, [join(folder, 'web/tools/gen.mjs')], {
      input: described,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    assert.ok(readFileSync(join(folder, 'web/lib/generated/engines.ts'), 'utf8').includes("'example-engine'"));
    try {
      typescript('web');
      if (process.env.POSENC_FULL) typescript('web/notebook');
    } catch ({ stdout }) {
      assert.fail(stdout);
    }
  },
);
