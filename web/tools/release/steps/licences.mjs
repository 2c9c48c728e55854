/** Every part of others has a licence that goes with MIT's, and NOTICE.md names it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inSharedLibrary, linked, takenOver } from '../parts.mjs';

export const title = 'Licences of the parts';
export const todo = 'node web/tools/build.mjs page writes build/bundled.json';

export const makes = [];

/** Licences whose parts may be published so: they ask for their text and a name, or are an exception made for this. */
export const fitting = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'OFL-1.1',
  'NCSA',
  'Apache-2.0 WITH LLVM-exception',
  'GPL-3.0-only WITH GCC-exception-3.1',
];

/** Whether an expression of SPDX can be met by `fitting`. */
export function fits(expression) {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (fitting.includes(text)) return true;
  if (text.includes(' AND ')) return text.split(' AND ').every(fits);
  if (text.includes(' OR ')) return text.split(' OR ').some(fits);
  return false;
}

/** @param packages of the pages: [{ name, version, licence }] */
export function problemsOf(packages, notice) {
  const problems = [];
  for (const { name, licence } of [...packages, ...linked, ...takenOver, ...inSharedLibrary]) {
    if (!licence || !fits(licence))
      problems.push({
        what: `${name} is under ${licence ?? 'no licence that it names'}`,
        todo: 'take it out, or add its licence to release/steps/licences.mjs where its terms can be kept',
      });
    const words = name.replace('nlohmann_json', 'JSON for Modern C++');
    if (!notice.includes(words))
      problems.push({ what: `NOTICE.md does not name ${words}`, todo: 'add its row: part, where, licence' });
  }
  return problems;
}

export function run({ root }) {
  const file = join(root, 'build/bundled.json');
  if (!existsSync(file)) throw new Error('the pages have not been built since their parts are listed');
  const packages = JSON.parse(readFileSync(file, 'utf8'));
  const problems = problemsOf(packages, readFileSync(join(root, 'NOTICE.md'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (manifest.dependencies) problems.push({ what: 'the package has dependencies', todo: 'it is to have none' });
  return { says: `${packages.length} packages in the pages, none that the package needs`, problems };
}
