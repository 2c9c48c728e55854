/** Publishes the tarball that all steps looked at. Only with --publish, and after everything is green. */
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';

export const title = 'npm publish';
export const todo = 'npm says why; nothing has to be built again: npm publish build/release/posenc-VERSION.tgz';

export async function run({ root, env, version, out }) {
  await command('npm', ['publish', join(out, `posenc-${version}.tgz`)], { cwd: root, env });
  return {
    says: `posenc ${version}. Now: git tag v${version} && git push --tags, and what build/release holds to the release's page`,
  };
}
