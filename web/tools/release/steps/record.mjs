/** releases/VERSION.json holds the facts of what is released, for those that come after. `--record` writes it. */
import { existsSync } from 'node:fs';
import { build } from '../../build.mjs';
import { run as command } from '../../steps.mjs';
import { factsOf, readRecord, recordFile, writeRecord } from '../records.mjs';

export const title = "This version's record";
export const todo = 'npm run release -- --record writes it';

/** The facts alone, in one order. */
const plain = ({ version, sizes, typescript, files, c, python, commands, tables }) =>
  JSON.stringify({ version, sizes, typescript, files, c, python, commands, tables });

export async function run({ root, env, version, record }) {
  if (record) await build(env, 'lib'); // pages are none of the facts
  const facts = await factsOf(root, env);
  const commit = (await command('git', ['rev-parse', 'HEAD'], { cwd: root, env })).stdout.trim();
  if (record) {
    writeRecord(root, facts, { published: false, commit });
    return { says: `releases/${version}.json is written: commit it` };
  }
  if (!existsSync(recordFile(root, version)))
    return { problems: [{ what: `there is no releases/${version}.json`, todo }] };
  const kept = readRecord(root, version);
  if (kept.published)
    return { problems: [{ what: `${version} has been published, says its record`, todo: 'take the next version' }] };
  if (plain(kept) !== plain(facts))
    return { problems: [{ what: `releases/${version}.json is of another tree`, todo: `${todo}; then commit it` }] };
  return { says: `releases/${version}.json holds what was built` };
}
