/**
 * `npm run site`: writes the pages, with earlier versions, to a folder for any static host (docs/site.md).
 *
 *   node web/tools/site.mjs [--origin ADDRESS] [--out FOLDER] [--releases FOLDER] [--built]
 *
 * --built uses the existing dist-page. The newest version is at the top, so that its addresses last and search engines
 * find each page once. Every version is also below v/.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { filesBelow } from './fresh.mjs';
import { writeServiceWorker } from './offline.mjs';
import { root, setup } from './setup.mjs';
import { inSite, searchField } from './site/head.mjs';
import { pictures as paintedPictures } from './site/pictures.mjs';
import { searchIndex } from './site/search-index.mjs';
import { SetupError, main } from './steps.mjs';

const browserFile = (name) => readFileSync(join(root, 'web/tools/site/browser', name), 'utf8');
const workerSource = join(root, 'web/notebook/offline/service-worker.ts');
const isPage = (file) => file.endsWith('.html') && file !== 'sandbox.html'; // whose digest is fixed
const pathsIn = (folder) => filesBelow([folder]).map((path) => relative(folder, path).split(sep).join('/'));

const versionName = /^\d+\.\d+$/;
const order = (a, b) => {
  const [[major, minor], [otherMajor, otherMinor]] = [a, b].map((one) => one.split('.').map(Number));
  return major - otherMajor || minor - otherMinor;
};

/** The anchors of a page; an empty set if it has not been built. */
function idsOf(built, file) {
  const path = join(built, file);
  return new Set(existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/ id="(\w+)"/g)].map(([, id]) => id) : []);
}

/** Writes the files of one version into `folder`. */
async function writeVersion(folder, built, site) {
  cpSync(built, folder, { recursive: true });
  writeFileSync(join(folder, 'search.js'), browserFile('search.js'));
  const searched = new Map();
  const inHierarchy = idsOf(built, 'api/hierarchy.html');
  for (const file of pathsIn(built).filter(isPage)) {
    const html = readFileSync(join(built, file), 'utf8').replace(
      /(hierarchy\.html)#(\w+)/g,
      (link, page, id) => (inHierarchy.has(id) ? link : page), // TypeDoc links to types that the page does not list
    );
    if (!file.startsWith('api/')) searched.set(file, html);
    writeFileSync(join(folder, file), inSite(html, file, site));
  }
  writeFileSync(join(folder, 'search.json'), JSON.stringify(searchIndex(searched)));
  // files for offline use: neither the API reference nor the files outside this version
  const own = [...pathsIn(built).filter((file) => !file.startsWith('api/')), 'search.js', 'search.json'];
  const kept = own.map((file) => join(folder, file));
  await writeServiceWorker(folder, workerSource, kept);
}

/** Returns versions.html, in the frame of the documents. */
function versionsPage(frame, newest, versions) {
  const rows = versions.map(({ version }) => {
    const own = `<a href="./v/${version}/">${version}</a>`;
    return `<li>${own}${version === newest ? ', the newest: also <a href="./">at the top</a>' : ''}</li>`;
  });
  const text = `<h1>Versions</h1><p>Each stays at its address. Links to <a href="./">the top</a> show the newest.</p><ul>${rows.join('')}</ul>`;
  return frame
    .replace(/<title>[^<]*/, '<title>Versions · posenc')
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, '$1The versions of these pages that are kept.')
    .replace(/(<meta property="og:title" content=")[^"]*/, '$1Versions · posenc')
    .replace(/(<meta property="og:description" content=")[^"]*/, '$1The versions of these pages that are kept.')
    .replace(
      /(<link rel="canonical" href="[^"]*|<meta property="og:url" content="[^"]*)docs\.html"/g,
      '$1versions.html"',
    )
    .replace(' aria-current="page"', '')
    .replace(/<article>[^]*<\/article>/, () => `<article>${text}</article>`)
    .replace('<script defer src="./search.js"></script>', '');
}

const digest = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns 404.html. Hosts show it at any address, so its style and script are inline. */
function notFoundPage(base) {
  const script = browserFile('404.js');
  const style = browserFile('404.css');
  const policy = `default-src 'none'; script-src 'self' ${digest(script)}; style-src ${digest(style)}; connect-src 'self'; base-uri 'none'; form-action 'none'`;
  const link = (to, text) => `<a data-to="${to}" href="${base ?? '/'}${base ? to : ''}">${text}</a>`;
  return `<!doctype html>
<html lang="en"${base ? ` data-base="${base}"` : ''}>
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Not found · posenc</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>Nothing is at this address</h1>
      <p id="instead"></p>
      <p>${link('', 'Start page')} · ${link('docs.html', 'Documents')} · ${link('versions.html', 'Versions')}</p>
      ${searchField('', ' hidden')}
    </main>
    <script>${script}</script>
  </body>
</html>
`;
}

const latestPage = (file, origin) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>posenc</title>${origin ? `\n    <link rel="canonical" href="${origin}${file.replace(/^index\.html$/, '')}" />` : ''}
    <noscript><meta http-equiv="refresh" content="0; url=../${file}" /></noscript>
  </head>
  <body>
    <p><a href="../${file}">The newest version of this page</a></p>
    <script src="../latest.js"></script>
  </body>
</html>
`;

/** Headers for hosts that read this file. For other paths hosts send `no-cache` or an equivalent. */
const headers = `/*
  X-Content-Type-Options: nosniff
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/v/:version/assets/*
  Cache-Control: public, max-age=31536000, immutable
/sandbox.html
  Content-Security-Policy: sandbox allow-scripts
/v/:version/sandbox.html
  Content-Security-Policy: sandbox allow-scripts
`;

function addressOf(text) {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new SetupError(`--origin ${text}: the address of a folder is wanted, as https://example.org/posenc/`);
  return url.href.replace(/\/*$/, '/');
}

/**
 * Writes the site; returns { version, newest, versions, left }, where `left` lists what the site lacks.
 * @param options { built, out, releases?, origin?, version }
 */
export async function site({ built, out, releases, origin: given, version: full }) {
  const origin = addressOf(given);
  const version = full.split('.').slice(0, 2).join('.');
  const versionsFolder = join(out, 'v');
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, 'versions.json')))
    throw new SetupError(`${out} is no site, and what stands in it would be lost`);
  if (releases && resolve(releases) === resolve(versionsFolder))
    throw new SetupError('--releases is the folder of the versions itself, which are kept anyway');
  mkdirSync(versionsFolder, { recursive: true });
  if (releases)
    for (const name of readdirSync(releases).filter((one) => versionName.test(one) && one !== version)) {
      rmSync(join(versionsFolder, name), { recursive: true, force: true });
      cpSync(join(releases, name), join(versionsFolder, name), { recursive: true });
    }
  const others = readdirSync(versionsFolder).filter((one) => versionName.test(one) && one !== version);
  const names = [...others, version].sort(order).reverse();
  const newest = names[0];
  const painted = await paintedPictures();
  const about = {
    version,
    origin,
    methods: idsOf(built, 'api/interfaces/Posenc.html'), // in lower case, as TypeDoc's anchors
    pictures: painted !== undefined,
  };

  const own = join(versionsFolder, version);
  rmSync(own, { recursive: true, force: true });
  await writeVersion(own, built, { ...about, up: '../../' });
  const versions = names.map((name) => ({
    version: name,
    pages: readdirSync(join(versionsFolder, name)).filter((file) => isPage(file)),
  }));

  // a fix of an older version does not replace the newest at the top
  if (version === newest) {
    for (const name of readdirSync(out).filter((one) => one !== 'v')) rmSync(join(out, name), { recursive: true });
    await writeVersion(out, built, { ...about, up: './' });
    const pages = versions[0].pages;
    mkdirSync(join(out, 'latest'));
    for (const file of pages) writeFileSync(join(out, 'latest', file), latestPage(file, origin));
    for (const file of ['site.js', 'latest.js']) writeFileSync(join(out, file), browserFile(file));
    writeFileSync(join(out, '404.html'), notFoundPage(origin && new URL(origin).pathname));
    writeFileSync(join(out, '_headers'), headers);
    writeFileSync(join(out, '.nojekyll'), '');
    if (painted) cpSync(painted, join(out, 'social'), { recursive: true });
    writeFileSync(
      join(out, 'robots.txt'),
      `User-agent: *\nAllow: /\n${origin ? `Sitemap: ${origin}sitemap.xml\n` : ''}`,
    );
    if (origin) writeFileSync(join(out, 'sitemap.xml'), sitemap(out, origin, pages));
  }
  writeFileSync(join(out, 'versions.json'), JSON.stringify({ newest, versions }));
  writeFileSync(
    join(out, 'versions.html'),
    versionsPage(readFileSync(join(out, 'docs.html'), 'utf8'), newest, versions),
  );
  const left = [
    ...(origin ? [] : ['no --origin: without sitemap, canonical links and pictures for previews']),
    ...(existsSync(join(out, 'api/index.html'))
      ? []
      : ['no API reference in the pages: links to it lead nowhere; leave out --built, which writes it']),
    ...(painted ? [] : ['no Chromium: without pictures for previews']),
  ];
  return { version, newest, versions: names, left };
}

/** Returns sitemap.xml with the pages at the top and the API reference. */
function sitemap(out, origin, pages) {
  const reference = pathsIn(out).filter((file) => file.startsWith('api/') && isPage(file));
  const rows = [...pages, ...reference].map((file) => file.replace(/(^|\/)index\.html$/, '$1'));
  const lines = rows.map((file) => `  <url><loc>${origin}${encodeURI(file)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(async () => {
    const { values } = parseArgs({
      options: {
        origin: { type: 'string' },
        out: { type: 'string', default: join(root, 'dist-site') },
        releases: { type: 'string' },
        built: { type: 'boolean', default: false },
      },
    });
    addressOf(values.origin); // throws before the build
    if (!values.built) await build(await setup(), 'api');
    const built = join(root, 'dist-page');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const out = resolve(values.out);
    const { newest, versions, left } = await site({
      built,
      out,
      releases: values.releases,
      origin: values.origin,
      version,
    });
    console.log(`${out}: ${pathsIn(out).length} files, versions ${versions.join(', ')}, at the top ${newest}`);
    for (const line of left) console.log(line);
  });
