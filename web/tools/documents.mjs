/**
 * The Vite plugin that writes README.md, CHANGELOG.md, docs/ and the programs of examples/ as pages. docs.html is the
 * frame of each page, and becomes the page of README.md. Links between documents lead to their pages. Links to other
 * files of the repository become plain text.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked } from 'marked';
import { examplesDocument } from './examples-document.mjs';
import { root } from './setup.mjs';

/** Groups in display order. A file of docs/ that no group lists is shown in the last one. */
const groups = {
  'First programs': ['node', 'vite', 'script-tag', 'cmake', 'c', 'python', 'examples'],
  'How to': ['cli', 'cos-sin', 'calls', 'charts', 'training'],
  Numbers: [
    'encodings',
    'analyses',
    'engines',
    'engine-changes',
    'identify',
    'multimodal',
    'pictures',
    'gpu',
    'errors',
    'eigen',
  ],
  'Pages and notebooks': ['embed', 'notebooks', 'coverage'],
  Training: ['lab', 'lab-data', 'studies'],
  'What else there is': ['ci', 'bundlers', 'site', 'releases', 'reliability', 'changelog'],
};

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The anchor of a heading, as GitHub forms it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const fileOf = (name) => (name === 'readme' ? 'docs.html' : `docs-${name}.html`);

/** Returns { name, title, text, file } of each document, by its path in the repository. */
export function documentsOf(root) {
  const paths = ['README.md', 'CHANGELOG.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
  return new Map([
    ...paths
      .filter((path) => path.endsWith('.md'))
      .map((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        const name = basename(path, '.md').toLowerCase();
        return [
          path,
          { name, title: name === 'readme' ? 'Overview' : /^# (.+)$/m.exec(text)[1], text, file: fileOf(name) },
        ];
      }),
    ['examples/README.md', examplesDocument(root)],
  ]);
}

/** Returns the HTML of the document at `path`; its links are relative to `path`. */
export function written(path, documents) {
  const anchors = new Map();
  let tables = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text.replace(/[`*]/g, ''));
        const before = anchors.get(anchor) ?? 0;
        anchors.set(anchor, before + 1);
        const id = before ? `${anchor}-${before}` : anchor;
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const to = addressOf(href, path, documents);
        return to === undefined ? words : `<a href="${escaped(to)}">${words}</a>`;
      },
      code: ({ text, lang = '' }) =>
        `<pre tabindex="0"${lang && ` data-language="${escaped(lang)}"`}><code>${escaped(text)}</code></pre>\n`,
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells
            .map((cell) => [cell.text === '' ? 'td' : tag, cell.tokens]) // an empty cell is no heading
            .map(([name, tokens]) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`)
            .join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="scrolls" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      image: ({ href, text }) =>
        href.endsWith('.svg') ? readFileSync(join(root, dirname(path), href), 'utf8') : escaped(text),
    },
  });
  return powersRaised(marked.parse(documents.get(path).text));
}

/** Writes powers such as 10^9 with <sup>, except in code. */
const powersRaised = (html) =>
  html
    .split(/(<(?:pre|code)\b[\s\S]*?<\/(?:pre|code)>|<[^>]+>)/)
    .map((part, i) => (i % 2 ? part : part.replace(/(?<=[\w)])\^(\d+)/g, '<sup>$1</sup>')))
    .join('');

/** Returns the address of a page, an anchor or another site; undefined for any other file of the repository. */
function addressOf(href, path, documents) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${path}`);
  const document = documents.get(decodeURIComponent(pathname.slice(1)));
  return document && `./${document.file}${hash}`;
}

function list(documents, current) {
  const byName = new Map([...documents.values()].map((one) => [one.name, one]));
  const placed = new Set(['readme', ...Object.values(groups).flat()]);
  const item = ({ name, title, file }) =>
    `<li><a href="./${file}"${name === current ? ' aria-current="page"' : ''}>${escaped(title.replace(/[,:].*/, ''))}</a></li>`;
  const entries = [['', ['readme']], ...Object.entries(groups)];
  entries.at(-1)[1] = [...entries.at(-1)[1], ...[...byName.keys()].filter((name) => !placed.has(name))];
  return entries
    .map(([heading, names]) => {
      const items = names.flatMap((name) => byName.get(name) ?? []).map(item);
      return `${heading && `<h2>${heading}</h2>`}<ul>${items.join('')}</ul>`;
    })
    .join('');
}

/** @param root folder of the repository */
export function documents(root) {
  return {
    name: 'documents',
    apply: 'build',
    writeBundle({ dir }) {
      const frame = readFileSync(join(dir, 'docs.html'), 'utf8');
      const all = documentsOf(root);
      for (const [path, { name, title, text, file }] of all) {
        const first = /^(?!#|```|\||\s*$)(.+)$/m.exec(text)?.[1] ?? title;
        const page = frame
          .replace(/<title>[^<]*/, () => `<title>${escaped(title)} · posenc`)
          .replace(
            /(<meta\s+name="description"\s+content=")[^"]*/,
            (_, begin) => begin + escaped(first.replace(/[`*[\]]|\([^)]*\)/g, '')),
          )
          .replace(/(<nav class="documents"[^>]*>)/, (begin) => begin + list(all, name))
          .replace('<article>', () => `<article>${written(path, all)}`);
        writeFileSync(join(dir, file), page);
      }
    },
  };
}
