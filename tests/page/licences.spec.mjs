/** Of every package that a bundler put into the pages, licences.txt shows the licence, and NOTICE.md the name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { packagesOf } from '../../web/tools/bundled.mjs';
import { problemsOf } from '../../web/tools/release/steps/licences.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (path) => readFileSync(join(root, path), 'utf8');
const packages = JSON.parse(text('build/bundled.json'));

test('packages of others in the pages', () => {
  const names = packages.map(({ name }) => name);
  // one of the pages, one of the cells' worker, which is bundled apart, one of the style, and a bundler's own
  for (const name of ['@preact/signals-core', '@observablehq/runtime', '@fontsource/stix-two-math', 'vite'])
    expect(names).toContain(name);
  const shown = [...text('dist-page/licences.txt').matchAll(/(?:^|^-{80}\n\n)(\S+) (\d[\w.-]*)$/gm)];
  expect(shown.map(([, name, version]) => `${name} ${version}`)).toEqual(
    packages.map(({ name, version }) => `${name} ${version}`),
  );
  expect(problemsOf(packages, text('NOTICE.md'))).toEqual([]);
  for (const { name } of packages) expect(problemsOf(packages, text('NOTICE.md').replaceAll(name, ''))).not.toEqual([]);
});

test('a package is known by the path of a module, and a bundler by the name of its helper', () => {
  const found = packagesOf([join(root, 'node_modules/@lezer/lr/dist/index.js'), '\0vite/preload-helper.js'], root);
  expect(found.map(({ name }) => name)).toEqual(['@lezer/lr', 'vite']);
  expect(found[0].licence).toBe('MIT');
});
