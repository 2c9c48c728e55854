/**
 * Which files of tests `npm test` runs of the two kinds that take most of the time, pages in a browser and the package in Node:
 * a share, another one at each commit, so that as many commits in a row as there are shares have seen them all. The rules of
 * the house are always looked at, and what a change is about: test files that are part of it, and those whose name stands in
 * the path of a changed file.
 */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { root } from '../web/tools/setup.mjs';
import { changed } from './web/support/changed.mjs';

/** How many commits in a row see every file of a folder of tests. Page tests take the longer half of all the time, Node's a third. */
export const shares = { page: 4, web: 3 };

/** Tests of what holds for every file. */
export const rules = [
  'claims',
  'dialect',
  'docs',
  'empty-clone',
  'links',
  'public-api',
  'recipes',
  'rooms',
  'types',
  'words',
];

/** What the name of a file of tests says that it is about: `kernels.spec.mjs` → `kernels`, and so has `kernels.more.spec.mjs`. */
export const subjectOf = (file) => basename(file).replace(/(\.[\w-]+)?\.(spec|test)\.mjs$/, '');

const concerned = (file) => rules.includes(subjectOf(file)) || changed(`/${subjectOf(file)}`);

/** The number of the commit; 0 where git does not know it. */
export function turnOf(folder = root) {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) || 0;
}

/** The share whose turn it is, of so many, with what is `kept` whatever the turn. */
export const shareOf = (files, of, turn, kept = concerned) =>
  files.filter((file, index) => index % of === turn % of || kept(file));
