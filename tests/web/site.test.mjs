/** The output of `npm run site`: links have targets, versions remain, and heads have the data for search engines. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { filesBelow } from '../../web/tools/fresh.mjs';
import { site } from '../../web/tools/site.mjs';
import { searchIndex, sectionsOf } from '../../web/tools/site/search-index.mjs';
import { built, deadLinks, olderTitle, twoVersions } from './support/site.mjs';
import { newFolder } from './support/own-folder.mjs';
import { assertNone } from './support/posenc.mjs';

const origin = 'https://example.org/a/b/';
let made;
const text = (path) => readFileSync(join(made.out, path), 'utf8');
before(async () => (made = await twoVersions('b', { origin })));
after(() => made.remove());

/** A small build. */
function twoPages() {
  const folder = mkdtempSync(join(made.top, 'pages-'));
  for (const name of ['index.html', 'docs.html']) writeFileSync(join(folder, name), readFileSync(join(built, name)));
  return folder;
}

test('every link, script, style and picture of every file is there, and every anchor of documents and reference', () => {
  const { dead, followed, pages } = deadLinks(
    made.out,
    // the reference exists twice: all of one copy, and only the first page of the other
    (file) => !file.startsWith('api/') || file === 'api/index.html',
  );
  // only full test runs write the reference
  const written = existsSync(join(made.out, 'api'));
  assertNone(dead.filter((link) => written || !link.endsWith(': href ./api/')));
  assert.ok(followed > 2000 && pages > 100, `${followed} links of ${pages} files`);
});

test('the check of links finds a file, a style and an anchor that are not there', () => {
  const folder = newFolder();
  const links =
    '<a href="./gone.html"></a><link href="gone.css"><a href="docs.html#gone"></a><a href="docs.html#is"></a>';
  writeFileSync(join(folder, 'docs.html'), `<p id="is"></p>${links}<a href="../"></a>`);
  const { dead, followed } = deadLinks(folder);
  assert.equal(followed, 5);
  assert.equal(dead.length, 4);
});

test('a version that was there stays as it was, and the newest is at the top', () => {
  assert.deepEqual(made.versions, ['0.2', '0.1']);
  const { newest, versions } = JSON.parse(text('versions.json'));
  assert.equal(newest, '0.2');
  assert.deepEqual(
    versions.map(({ version }) => version),
    made.versions,
  );
  for (const { version, pages } of versions)
    for (const page of pages) assert.ok(existsSync(join(made.out, 'v', version, page)));
  assert.ok(text('v/0.1/index.html').includes(`<title>${olderTitle}<`));
  assert.ok(!text('index.html').includes(olderTitle));
  for (const version of made.versions) assert.ok(text('versions.html').includes(`href="./v/${version}/"`));
});

test('a correction of an older version leaves the newest at the top', async () => {
  const top = text('index.html');
  const own = text('v/0.2/index.html');
  const later = await site({ built: twoPages(), out: made.out, origin, version: '0.0.1' });
  assert.equal(later.newest, '0.2');
  assert.equal(text('index.html'), top);
  assert.equal(text('v/0.2/index.html'), own);
  assert.ok(existsSync(join(made.out, 'v/0.0/index.html')));
  rmSync(join(made.out, 'v/0.0'), { recursive: true });
});

test('a folder of something else is not overwritten, and an origin is an address', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'thesis.txt'), 'x');
  await assert.rejects(site({ built, out: folder, version: '0.1.0' }), /is no site/);
  assert.deepEqual(readdirSync(folder), ['thesis.txt']);
  await assert.rejects(site({ built, out: made.out, version: '0.2.0', origin: 'example.org' }), /--origin/);
});

test('the head of every page has its address at the top, its title and a picture that is there', () => {
  for (const file of ['index.html', 'encodings.html', 'docs-gpu.html', 'v/0.2/kernels.html', 'v/0.1/docs.html']) {
    const html = text(file);
    const property = (name) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
    const page = file.replace(/^v\/[^/]+\//, '').replace(/^index\.html$/, '');
    assert.ok(html.includes(`<link rel="canonical" href="${origin}${page}" />`), file);
    assert.equal(property('title'), /<title>([^<]*)/.exec(html)[1]);
    assert.ok(property('description').length > 20, file);
    const picture = property('image');
    if (made.left.some((line) => line.includes('Chromium'))) continue; // without a Chromium
    assert.ok(picture.startsWith(origin));
    const png = readFileSync(join(made.out, picture.slice(origin.length)));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
  }
  const sitemap = text('sitemap.xml');
  for (const [, address] of sitemap.matchAll(/<loc>([^<]*)/g)) {
    const path = address.slice(origin.length);
    assert.ok(existsSync(join(made.out, path === '' || path.endsWith('/') ? `${path}index.html` : path)), address);
  }
  assert.ok(sitemap.includes(`<loc>${origin}docs-gpu.html<`));
  assert.ok(!sitemap.includes('/v/'));
  assert.ok(text('robots.txt').includes(`Sitemap: ${origin}sitemap.xml`));
});

test('without an origin no address is made up', async () => {
  const out = join(made.top, 'without');
  const { left } = await site({ built: twoPages(), out, version: '0.2.0' });
  const html = readFileSync(join(out, 'index.html'), 'utf8');
  rmSync(out, { recursive: true });
  assert.ok(left.some((line) => line.includes('--origin')));
  assert.ok(left.some((line) => line.includes('no API reference')));
  assert.doesNotMatch(html, /canonical|og:image|og:url/);
});

test('what a page loads first for its versions is less than a KiB', () => {
  const size = gzipSync(readFileSync(join(made.out, 'site.js'))).length + gzipSync(text('versions.json')).length;
  console.log(`site.js and versions.json: ${size} bytes in gzip`);
  assert.ok(gzipSync(readFileSync(join(made.out, 'site.js'))).length <= 1024);
});

test('the service worker of a version names what is in its folder, and nothing of other versions', () => {
  for (const folder of ['', 'v/0.2/', 'v/0.1/']) {
    const code = text(`${folder}service-worker.js`);
    const files = [...code.matchAll(/^const (?:first|other)Files=(.+);$/gm)].flatMap(([, list]) =>
      Object.keys(JSON.parse(list)),
    );
    assert.ok(files.includes('index.html') && files.includes('search.json'), folder);
    for (const file of files) {
      assert.ok(existsSync(join(made.out, folder, file)), file);
      assert.doesNotMatch(file, /^(v|api|latest|social)\//);
    }
  }
});

test('the index finds a section by words of its heading and its text', () => {
  const html =
    '<title>On a GPU · posenc</title><article><h1 id="on-a-gpu">On a GPU</h1><p>First.</p><h2 id="a-b">Wide &amp; far</h2><p>Rotated rows</p></article>';
  assert.deepEqual(
    sectionsOf('docs-gpu.html', html).map(({ address, heading, text: words }) => [address, heading, words]),
    [
      ['docs-gpu.html#on-a-gpu', 'On a GPU', 'First.'],
      ['docs-gpu.html#a-b', 'Wide & far', 'Rotated rows'],
    ],
  );
  const { words } = searchIndex(new Map([['docs-gpu.html', html]]));
  assert.deepEqual(words['rotated'], [1, 1]);
  assert.ok(words['wide'][1] > 1);
  const all = JSON.parse(text('search.json'));
  const documents = new Set(all.sections.map(([address]) => address.replace(/#.*/, '')));
  for (const file of readdirSync(made.out).filter((name) => /^docs.*\.html$/.test(name)))
    assert.ok(documents.has(file), file);
});

test('no file of the site names this machine', () => {
  const home = process.cwd();
  for (const path of filesBelow([made.out]).filter((name) => /\.(html|json|xml|txt)$/.test(name)))
    assert.ok(!readFileSync(path, 'utf8').includes(home), path);
});
