/**
 * `npm run matrix` with the very tarball that is to be published. Its results go to build/release, so that the tree stays as it
 * was committed; where one is another than the committed one, that is said.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as command } from '../../steps.mjs';

export const title = 'In projects of others (npm run matrix)';
export const todo =
  'npm run matrix -- WORD shows one target; a run of this step goes on with those that have not worked';
export const makes = [/\.tgz$/, /^matrix\.(json|md)$/];

const word = ({ notRun, parts = {} }) =>
  notRun
    ? 'not run'
    : Object.entries(parts)
        .map(
          ([name, part]) =>
            `${name} ${part.absent ? 'none there' : !part.works ? 'fails' : part.step ? 'with a step' : 'works'}`,
        )
        .join(', ');

/** What the table of docs/bundlers.md says otherwise. @param rows results of now  @param committed those of tests/matrix */
export function problemsOf(rows, committed) {
  const before = new Map(committed.map((row) => [row.title, row]));
  return rows.flatMap((row) => {
    const was = before.get(row.title);
    if (was && word(was) === word(row)) return [];
    return [
      {
        what: `${row.title}: ${word(row)}; docs/bundlers.md says ${was ? word(was) : 'nothing of it'}`,
        todo: 'npm run matrix -- --take build/release/matrix.json writes the table; commit it',
      },
    ];
  });
}

export async function run({ root, env, version, out, report, targets }) {
  const tarball = join(out, `posenc-${version}.tgz`);
  if (!existsSync(tarball)) throw new Error(`${tarball} is not there: the step 'reproducible' makes it`);
  const words = targets === undefined ? [] : targets.split(',').map((one) => one.trim());
  const args = [join(root, 'tests/matrix/run.mjs'), '--tarball', tarball, '--into', out, '--', ...words];
  const { stdout } = await command(process.execPath, args, { cwd: root, env, report });
  const { rows } = JSON.parse(readFileSync(join(out, 'matrix.json'), 'utf8'));
  const committed = JSON.parse(readFileSync(join(root, 'tests/matrix/results.json'), 'utf8'));
  return {
    says: /^\d+ of \d+ targets work.*$/m.exec(stdout)?.[0],
    problems: problemsOf(rows, committed),
    partial: targets !== undefined,
  };
}
