/**
 * Writes the folder that is published as the npm package: the files that package.json lists, and documents without links
 * to files that are not among them.
 *
 *   node web/tools/published.mjs FOLDER     after node web/tools/build.mjs package
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readableByAll } from './fresh.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The address of a GitHub repository, in the forms that package.json allows; undefined if it has none. */
function addressOf({ repository }) {
  const given = typeof repository === 'object' ? repository.url : repository;
  return given
    ?.replace(/^(github:)?([\w-]+\/[\w.-]+)$/, 'https://github.com/$2')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '');
}

/** Code blocks, links (as groups: image mark, words, target), and other code. */
const codeAndLinks = /^```[^]*?^```$|(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)|`[^`\n]+`/gm;

/**
 * Returns the text of a document of the package. A relative link to a file outside the package becomes an address in the
 * repository, or plain text if the repository is not known.
 */
export function withoutDeadLinks(text, path, files, manifest) {
  const address = addressOf(manifest);
  const held = (target) => files.some((file) => file === target || file.startsWith(`${target}/`));
  return text.replace(codeAndLinks, (whole, image, words, target) => {
    if (target === undefined || target.startsWith('#') || /^[a-z][a-z+.-]*:/i.test(target)) return whole;
    const [file, anchor] = target.split('#');
    const place = posix.join(posix.dirname(path), file).replace(/\/$/, '');
    if (held(place)) return whole;
    if (address === undefined) return words;
    const absolute = `${address}/${image ? 'raw' : 'blob'}/v${manifest.version}/${place}`;
    return `${image}[${words}](${absolute}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** Replaces `folder`, in which `npm pack` makes the tarball. */
export function writePublished(folder) {
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const [{ files: listed }] = JSON.parse(
    execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 24 }),
  );
  const files = listed.map(({ path }) => path);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (path.endsWith('.md')) {
      const text = readFileSync(join(root, path), 'utf8');
      writeFileSync(join(folder, path), withoutDeadLinks(text, path, files, manifest));
    } else copyFileSync(join(root, path), join(folder, path));
  }
  readableByAll([folder]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePublished(process.argv[2]);
