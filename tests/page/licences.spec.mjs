/** For every package in the pages, licences.txt contains the licence and NOTICE.md the name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { packagesOf } from '../../web/tools/bundled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (path) => readFileSync(join(root, path), 'utf8');
const packages = JSON.parse(text('build/bundled.json'));

/** Licences that permit publication under MIT with their text and name. */
const fitting = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'OFL-1.1'];

test('packages of others in the pages', () => {
  const names = packages.map(({ name }) => name);
  // a package of the pages, of the cells' worker (bundled separately), of the style, and a bundler's helpers
  for (const name of ['@preact/signals-core', '@observablehq/runtime', '@fontsource/stix-two-math', 'vite'])
    expect(names).toContain(name);
  const shown = [...text('dist-page/licences.txt').matchAll(/(?:^|^-{80}\n\n)(\S+) (\d[\w.-]*)$/gm)];
  expect(shown.map(([, name, version]) => `${name} ${version}`)).toEqual(
    packages.map(({ name, version }) => `${name} ${version}`),
  );
  for (const { name, licence } of packages) {
    expect(fitting, name).toContain(licence);
    expect(text('NOTICE.md')).toMatch(new RegExp(`(^|[\\s|])${name}[\\s,|]`, 'm'));
  }
});

test('a package is known by the path of a module, and a bundler by the name of its helper', () => {
  const found = packagesOf([join(root, 'node_modules/@lezer/lr/dist/index.js'), '\0vite/preload-helper.js'], root);
  expect(found.map(({ name }) => name)).toEqual(['@lezer/lr', 'vite']);
  expect(found[0].licence).toBe('MIT');
});
