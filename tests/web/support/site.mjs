/** Two versions of a site from the built pages. The older one has another title, as if a text had changed. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { site } from '../../../web/tools/site.mjs';
import { filesBelow } from '../../../web/tools/fresh.mjs';
import { root } from './posenc.mjs';

export const built = join(root, 'dist-page');
export const olderTitle = 'As it was in 0.1';

/** @param path of the site's folder in `top`  @param options of site() */
export async function twoVersions(path, options = {}) {
  const top = mkdtempSync(join(tmpdir(), 'posenc-site-'));
  const older = join(top, 'older');
  cpSync(built, older, { recursive: true, filter: (file) => !file.startsWith(join(built, 'api')) });
  const start = join(older, 'index.html');
  writeFileSync(start, readFileSync(start, 'utf8').replace(/<title>[^<]*/, `<title>${olderTitle}`));
  // the reference is large, and the newer version checks links between its files
  mkdirSync(join(older, 'api'));
  writeFileSync(
    join(older, 'api/index.html'),
    '<!doctype html><head><title>posenc</title></head><a href="../">Pages</a>',
  );
  const out = join(top, path);
  await site({ built: older, out, version: '0.1.3', ...options });
  const result = await site({ built, out, version: '0.2.0', ...options });
  rmSync(older, { recursive: true });
  return { top, out, ...result, remove: () => rmSync(top, { recursive: true }) };
}

const decoded = (text) => text.replace(/&amp;/g, '&').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(+code));

/** Dead links of all HTML files below a folder, and the number of links checked. @param looked selects files */
export function deadLinks(folder, looked = () => true) {
  const files = filesBelow([folder]).filter(
    (path) => path.endsWith('.html') && looked(relative(folder, path).split(sep).join('/')),
  );
  const ids = new Map();
  const idsOf = (path) => {
    if (!ids.has(path))
      ids.set(
        path,
        new Set([...readFileSync(path, 'utf8').matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => decoded(id))),
      );
    return ids.get(path);
  };
  const known = new Set(filesBelow([folder]));
  const dead = [];
  let followed = 0;
  for (const path of files) {
    // code that shows a tag escapes its signs, and scripts contain no links
    const html = readFileSync(path, 'utf8').replace(/<script(?![^>]* src=)[^>]*>[^]*?<\/script>|<!--[^]*?-->/g, '');
    const links = html.matchAll(/<(?:a|link|script|img|source|iframe|video)\s[^>]*?\b(href|src|poster)="([^"]*)"/g);
    for (const [text, name] of new Map(Array.from(links, ([, one, to]) => [to, one]))) {
      const href = decoded(text);
      if (/^(https?:|mailto:|data:|blob:)/.test(href)) continue;
      if (relative(folder, path) === '404.html') continue; // its script finds the folder
      followed++;
      const { pathname, hash } = new URL(href, `file://${path}`);
      const place = decodeURIComponent(pathname);
      const file = place.endsWith('/') ? join(place, 'index.html') : place;
      const where = `${relative(folder, path).split(sep).join('/')}: ${name} ${href}`;
      if (!known.has(file)) dead.push(where);
      else if (hash && !makesAnchors(folder, file) && !idsOf(file).has(decodeURIComponent(hash.slice(1))))
        dead.push(where);
    }
  }
  return { dead, followed, pages: files.length };
}

/** Pages that compute read their state from the anchor; tests/page/links.spec.mjs opens those. */
const makesAnchors = (folder, file) =>
  !/^(docs|versions)/.test(relative(dirname(file), file)) && !relative(folder, file).split(sep).includes('api');
