/** `npm run matrix` with the very tarball that is to be published. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';

export const title = 'In projects of others (npm run matrix)';
export const todo = 'npm run matrix -- WORD runs a target again; its results and the table are to be committed';

export async function run({ root, env, version, out, report }) {
  const tarball = join(out, `posenc-${version}.tgz`);
  if (!existsSync(tarball)) throw new Error(`${tarball} is not there: the step 'reproducible' makes it`);
  const args = [join(root, 'tests/matrix/run.mjs'), '--tarball', tarball];
  const { stdout } = await command(process.execPath, args, { cwd: root, env, report });
  return { says: /^\d+ of \d+ targets work$/m.exec(stdout)?.[0] };
}
