/** releases/VERSION.json: the facts of each release, which the next one is compared with. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences } from './compatibility.mjs';
import { interfaceOf, manifestOf, typedEntries } from './declarations.mjs';
import { cInterface, commands, pythonInterface, sizesOf, tableHashes } from './facts.mjs';
import { compareVersions } from './versions.mjs';

/** The record of the tree as it is built. */
export async function factsOf(root, env) {
  const manifest = manifestOf(root);
  return {
    version: manifest.version,
    sizes: sizesOf(root),
    typescript: interfaceOf(root, typedEntries(manifest)),
    files: Object.keys(manifest.exports).sort(),
    c: cInterface(readFileSync(join(root, 'src/include/posenc/c.h'), 'utf8')),
    python: await pythonInterface(root, env),
    commands: await commands(root, env),
    tables: tableHashes(root),
  };
}

const folder = (root) => join(root, 'releases');
export const recordFile = (root, version) => join(folder(root), `${version}.json`);
export const readRecord = (root, version) => JSON.parse(readFileSync(recordFile(root, version), 'utf8'));

export const recordedVersions = (root) =>
  existsSync(folder(root))
    ? readdirSync(folder(root))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
        .sort(compareVersions)
    : [];

/** The newest record of an earlier version; undefined where this is the first. */
export function recordBefore(root, version) {
  const name = recordedVersions(root).findLast((each) => compareVersions(each, version) < 0);
  return name && readRecord(root, name);
}

/** @param published false until this version has been published; it says so in the file */
export function writeRecord(root, facts, { published, commit }) {
  const note = published
    ? 'The facts of this release, as `npm run release -- --publish` found them.'
    : 'This version has not been published. The facts are those of the tree at the commit named here.';
  const text = JSON.stringify({ version: facts.version, note, published, commit, ...facts }, undefined, 1);
  writeFileSync(recordFile(root, facts.version), `${text}\n`);
}

/** All that parts two records: [{ level, what, before?, after? }], breaking changes first. */
export function changes(before, after) {
  const found = [...differences(before.typescript, after.typescript)];
  const say = (level, what, more = {}) => found.push({ level, what, ...more });
  for (const name of before.files) if (!after.files.includes(name)) say('major', `${name} cannot be imported any more`);
  for (const name of after.files) if (!before.files.includes(name)) say('minor', `${name} can be imported`);
  ofRecord(before.c.functions, after.c.functions, 'C: ', say);
  ofRecord(before.c.types, after.c.types, 'C: ', say);
  if (found.some(({ level, what }) => level === 'major' && what.startsWith('C: ')) && after.c.abi <= before.c.abi)
    say('major', `POSENC_ABI_VERSION is still ${after.c.abi}, though the C interface broke`);
  ofRecord(before.python, after.python, 'Python: ', say);
  for (const [name, options] of Object.entries(before.commands)) {
    if (!after.commands[name]) say('major', `posenc ${name} is gone`);
    else
      for (const option of options)
        if (!after.commands[name].includes(option)) say('major', `posenc ${name} ${option} is gone`);
  }
  for (const [name, options] of Object.entries(after.commands)) {
    if (!before.commands[name]) say('minor', `posenc ${name} is new`);
    else
      for (const option of options)
        if (!before.commands[name].includes(option)) say('minor', `posenc ${name} ${option} is new`);
  }
  for (const [table, hash] of Object.entries(before.tables)) {
    if (after.tables[table] === undefined) say('major', `the bits of a table are not compared any more: ${table}`);
    else if (after.tables[table] !== hash) say('major', `a table has other bits: ${table}`);
  }
  const order = ['major', 'minor', 'patch'];
  return found.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

/** A structure or a list of constants that grew at its end, as c.h allows. */
const isLonger = (before, after) => {
  const end = before.lastIndexOf(' }');
  return before.startsWith('typedef') && end > 0 && after !== before && after.startsWith(before.slice(0, end));
};

function ofRecord(before, after, where, say) {
  for (const [name, text] of Object.entries(before)) {
    if (after[name] === undefined) say('major', `${where}${name} is gone`, { before: text });
    else if (isLonger(text, after[name]))
      say('minor', `${where}${name} is longer`, { before: text, after: after[name] });
    else if (after[name] !== text)
      say('major', `${where}${name} is declared otherwise`, { before: text, after: after[name] });
  }
  for (const [name, text] of Object.entries(after))
    if (before[name] === undefined) say('minor', `${where}${name} is new`, { after: text });
}
