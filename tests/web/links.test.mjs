/**
 * Every link has a target: in documents on disk, in the notebooks, in the pages of the site. External links are well
 * formed and show their host, but are not requested. tests/page/links.spec.mjs follows those of the pages.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { notebookPaths } from './support/notebook-files.mjs';
import { root } from './support/posenc.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const below = (folder, ending) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const texts = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'NOTICE.md'],
  ...below('.github', '.md'),
  ...below('docs', '.md'),
];
const notebooks = [...notebookPaths.values()];
const site = below('web/notebook', '.html');

/** Links of a Markdown text, without its code. */
function linksOf(text) {
  const prose = text.replace(/^(```|~~~)[^]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  return [
    ...[...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(([, target]) => target),
    ...[...prose.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm)].map(([, target]) => target),
    ...[...prose.matchAll(/(?<![("<\w/])https?:\/\/[^\s)>"'`]+/g)].map(([target]) => target.replace(/[.,;:]+$/, '')),
  ];
}
/** The anchors of headings, as GitHub makes them. */
function anchorsOf(text) {
  const seen = new Map();
  return new Set(
    [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => {
      const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
      const slug = plain.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'); // prettier-ignore
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}
const isOutside = (target) => /^[a-z][a-z+.-]*:/i.test(target);
/** External links need a named host, and TLS unless it is this machine. */
function wrongOutside(target) {
  if (target.startsWith('mailto:')) return !/^mailto:[^@\s]+@[^@\s]+$/.test(target);
  const { protocol, hostname, username } = URL.canParse(target) ? new URL(target) : {};
  const here = hostname === 'localhost' || hostname === '127.0.0.1';
  return !(here ? protocol === 'http:' : protocol === 'https:' && /\.[a-z]{2,}$/.test(hostname) && username === '');
}

const hosts = new Map();
const note = (target) => {
  const { hostname } = new URL(target);
  hosts.set(hostname, (hosts.get(hostname) ?? 0) + 1);
};

for (const path of texts)
  test(`${path}: links and anchors`, () => {
    const wrong = linksOf(read(path)).filter((target) => {
      if (isOutside(target)) {
        if (wrongOutside(target)) return true;
        note(target);
        return false;
      }
      const [file, anchor] = target.split('#');
      const place = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)));
      if (place.startsWith('..') || !existsSync(join(root, place))) return true;
      return anchor !== undefined && (!place.endsWith('.md') || !anchorsOf(read(place)).has(anchor));
    });
    assert.deepEqual(wrong, []);
  });

/** Returns whether a page of the site has the target of the link. */
function isOfSite(target) {
  const [, file, query = '', fragment = ''] = /^(?:\.\/)?([\w-]*(?:\.html)?)(\?[^#]*)?(#.*)?$/.exec(target) ?? [];
  if (file === undefined) return false;
  const page = file === '' ? undefined : `web/notebook/${file}`;
  if (page && !site.includes(page)) return false;
  const name = new URLSearchParams(query).get('name');
  if (name !== null && !notebookPaths.has(name)) return false;
  return fragment === '' || /^#(v=\d|[\w-]+$)/.test(fragment);
}

for (const path of notebooks)
  test(`${path}: links`, () => {
    const cells = [...read(path).matchAll(/<script[^>]*type="text\/markdown"[^>]*>([^]*?)<\/script>/g)];
    const prose = cells.map(([, text]) => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '')); // without values
    const wrong = prose.flatMap(linksOf).filter((target) => {
      if (!isOutside(target)) return !isOfSite(target);
      if (!wrongOutside(target)) note(target);
      return wrongOutside(target);
    }); // prettier-ignore
    assert.deepEqual(wrong, []);
  });

/** Written next to the pages by the build. */
const madeByBuild = ['./', './api/', './licences.txt'];

test('what the sources of the pages link to', () => {
  const folder = join(root, 'web/notebook');
  const sources = readdirSync(folder, { recursive: true })
    .filter((name) => /\.(ts|html)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const targets = sources.flatMap(([name, text]) =>
    [...text.matchAll(/href(?:=|: )["'`]([^"'`]+)["'`]/g)].map(([, target]) => [name, target]),
  );
  assert.ok(targets.length > 20);
  const wrong = targets.filter(([name, target]) => {
    // for a template, the part before the first value
    const [fixed] = target.split('${');
    if (madeByBuild.includes(fixed) || (fixed !== target && /^(\.\/|#|\?name=)?$/.test(fixed))) return false;
    if (isOutside(fixed)) {
      if (target !== fixed) return !/^(https:\/\/[\w.-]+\/|data:)/.test(fixed);
      if (!wrongOutside(target)) note(target);
      return wrongOutside(target);
    }
    if (isOfSite(fixed)) return false;
    return !existsSync(normalize(join(folder, dirname(name), fixed)));
  });
  assert.deepEqual(wrong, []);
});

test('hosts that are linked to', (t) => {
  const listed = [...hosts].sort(([a], [b]) => a.localeCompare(b)).map(([host, count]) => `${host} ${count}`);
  t.diagnostic(listed.join(', '));
  assert.ok(hosts.size > 0);
});
