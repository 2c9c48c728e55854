/** Nothing uncommitted, one version everywhere, and a tag that is still free. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';
import { parseVersion } from '../versions.mjs';

export const title = 'The tree: committed, of one version, its tag free';
export const todo = 'this has to be a clone of the repository, with git installed';

/** [file, version] of all that name this one. @param text path → its content */
export function namedVersions(text) {
  const every = (path, pattern) => [...text(path).matchAll(pattern)].map(([, found]) => [path, found]);
  return [
    ['package.json', JSON.parse(text('package.json')).version],
    ['package-lock.json', JSON.parse(text('package-lock.json')).version],
    ...every('CMakeLists.txt', /project\(posenc VERSION (\S+) /g),
    ...every('CITATION.cff', /^version: (\S+)$/gm),
    ...every('action.yml', /\bposenc@v?(\d[\w.-]*)/g),
    ...every('.pre-commit-hooks.yaml', /\bposenc@v?(\d[\w.-]*)/g),
    ...every('docs/ci.md', /\bposenc@v?(\d[\w.-]*)/g),
  ];
}

export async function run({ root, env, version }) {
  const git = async (...args) => (await command('git', args, { cwd: root, env })).stdout.trim();
  const problems = [];
  const changed = await git('status', '--porcelain');
  if (changed)
    problems.push({ what: `not committed:\n${changed}`, todo: 'commit it: what is released is what a commit holds' });
  parseVersion(version);
  for (const [path, found] of namedVersions((file) => readFileSync(join(root, file), 'utf8')))
    if (found !== version) problems.push({ what: `${path} says ${found}`, todo: `write ${version} there` });
  if (await git('tag', '--list', `v${version}`))
    problems.push({
      what: `the tag v${version} is there already`,
      todo: 'take the next version, in package.json and where else this step names it',
    });
  return { says: `${version} at ${(await git('rev-parse', '--short=12', 'HEAD')).trim()}`, problems };
}
