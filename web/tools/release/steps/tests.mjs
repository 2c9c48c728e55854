/** `npm run test:every`: every test. The rest of `npm run test:full` takes hours, and docs/releases.md says when it is due. */
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';

export const title = 'Every test (npm run test:every)';
export const todo = 'npm run test:every shows them all; mend what fails';

export const makes = [];

export async function run({ root, env, report }) {
  const args = [join(root, 'tests/run.mjs'), '--every'];
  const { stdout } = await command(process.execPath, args, { cwd: root, env, report });
  return { says: /^\d+ passed, \d+ failed$/m.exec(stdout)?.[0] };
}
