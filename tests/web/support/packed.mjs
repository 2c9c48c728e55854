/** The package as npm would publish it, packed once for all tests, and again if one of its files changes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../../web/tools/fresh.mjs';
import { writePublished } from '../../../web/tools/published.mjs';
import { root } from '../../../web/tools/setup.mjs';

/** { tarball, packed }: its path, and npm's report on it. */
export function packedPackage() {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = ['package.json', 'README.md', 'LICENSE', 'web/tools/published.mjs', ...files].map((name) =>
    join(root, name.replace(/\/?\*.*$/, '')),
  );
  const single = names.filter((name) => existsSync(name) && statSync(name).isFile());
  const folders = names.filter((name) => existsSync(name) && statSync(name).isDirectory());
  const digest = createHash('sha256');
  for (const file of [...single, ...filesBelow(folders)]) {
    const { size, mtimeMs } = statSync(file);
    digest.update(`${file} ${size} ${mtimeMs}\n`);
  }
  const place = join(root, 'build/packed', digest.digest('hex').slice(0, 16));
  if (!existsSync(place)) {
    mkdirSync(join(root, 'build/packed'), { recursive: true });
    const own = mkdtempSync(join(root, 'build/packed/new-'));
    writePublished(join(own, 'published'));
    const args = ['pack', './published', '--ignore-scripts', '--json', '--pack-destination', '.'];
    const [packed] = JSON.parse(execFileSync('npm', args, { cwd: own, stdio: ['ignore', 'pipe', 'pipe'] }));
    rmSync(join(own, 'published'), { recursive: true });
    writeFileSync(join(own, 'packed.json'), JSON.stringify(packed));
    try {
      renameSync(own, place);
    } catch {
      // another test was faster
    }
  }
  const packed = JSON.parse(readFileSync(join(place, 'packed.json'), 'utf8'));
  return { tarball: join(place, packed.filename), packed };
}
