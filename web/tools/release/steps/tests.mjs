/** `npm test`: every test. The rest of `npm run test:full` takes hours, and docs/releases.md says when it is due. */
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';

export const title = 'Every test (npm test)';
export const todo = 'npm test shows them all; mend what fails';

export const makes = [];

export async function run({ root, env, report }) {
  const { stdout } = await command(process.execPath, [join(root, 'tests/run.mjs')], { cwd: root, env, report });
  return { says: /^\d+ passed, \d+ failed$/m.exec(stdout)?.[0] };
}
