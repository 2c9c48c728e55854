/**
 * Which steps passed at this commit, so that a run that was interrupted, or had a step that failed, goes on where it was.
 * build/release/done.json holds it; it counts for one commit with nothing uncommitted, and for a step as long as the files that
 * it made and read are the same.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as command } from '../steps.mjs';

const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const digestsOf = (folder, makes) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => makes.some((one) => one.test(name)))
      .sort()
      .map((name) => [name, sha256(join(folder, name))]),
  );

/** What the tree is: the commit and the Node.js that runs this; undefined where something is not committed. */
export async function treeOf(root, env) {
  const git = async (...args) => (await command('git', args, { cwd: root, env })).stdout.trim();
  if (await git('status', '--porcelain')) return undefined;
  return `${await git('rev-parse', 'HEAD')} ${process.version}`;
}

export class Done {
  #file;
  #tree;
  #steps;

  /** @param folder build/release  @param tree of `treeOf`: where it is undefined nothing is known, and nothing kept */
  constructor(folder, tree, { fresh = false } = {}) {
    this.#file = join(folder, 'done.json');
    this.folder = folder;
    this.#tree = tree;
    const kept = !fresh && existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : undefined;
    this.#steps = tree !== undefined && kept?.tree === tree ? kept.steps : {};
  }

  /** { says, seconds } of a step that passed here; undefined where it has to be done. @param module of `steps` */
  of(name, { makes }) {
    const found = this.#steps[name];
    if (!makes || !found) return undefined;
    return JSON.stringify(digestsOf(this.folder, makes)) === JSON.stringify(found.made) ? found : undefined;
  }

  /** After a step, at once: the next one may be interrupted. */
  keep({ name, says, seconds, problems, partial }, { makes }) {
    delete this.#steps[name];
    if (makes && problems.length === 0 && !partial)
      this.#steps[name] = { says, seconds, made: digestsOf(this.folder, makes) };
    if (this.#tree === undefined) return;
    writeFileSync(this.#file, `${JSON.stringify({ tree: this.#tree, steps: this.#steps }, undefined, 1)}\n`);
  }
}
