/** Adds to a page of a site: metadata for previews and search, the list of versions, and links to the API reference. */
import { pictureOf } from './pictures.mjs';

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The list of versions in the footer. Its size is the same before and after site.js fills it. */
const versions = (up, version) =>
  `<a href="${up}versions.html">Version</a> <select data-versions aria-label="Version of these pages" disabled><option>${escaped(version)}</option></select> · `;

export const searchField = (folder, hidden = '') =>
  `<form role="search"${hidden}><p><input type="search" data-search="${folder}" aria-label="Search the documents" placeholder="Search the documents" autocomplete="off" /></p><ul data-found aria-live="polite"></ul></form>`;

/** Links names of library methods in code to the API reference. */
function linkedCode(article, methods) {
  const parts = article.split(/(<pre[^]*?<\/pre>|<a [^]*?<\/a>|<h\d[^]*?<\/h\d>)/);
  return parts
    .map((part, at) =>
      at % 2
        ? part
        : part.replace(/<code>pe\.(\w+)[^<]*<\/code>/g, (code, name) =>
            methods.has(name.toLowerCase())
              ? `<a href="./api/interfaces/Posenc.html#${name.toLowerCase()}">${code}</a>`
              : code,
          ),
    )
    .join('');
}

/**
 * @param html a built page  @param file its path in a version's folder
 * @param site { up, version, origin, methods, pictures }: `up` is the path from the version's folder to the site's
 */
export function inSite(html, file, { up, version, origin, methods, pictures }) {
  const deep = '../'.repeat(file.split('/').length - 1);
  const title = /<title>([^<]*)/.exec(html)[1];
  const description = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html)?.[1] ?? '';
  const property = (name, content) => `<meta property="og:${name}" content="${content}" />`;
  const address = file.replace(/(^|\/)index\.html$/, '$1');
  const isDocument = /^docs.*\.html$/.test(file);
  const lines = [
    property('type', 'website'),
    property('site_name', 'posenc'),
    property('title', title),
    ...(description ? [property('description', description)] : []),
    ...(origin
      ? [`<link rel="canonical" href="${escaped(origin + address)}" />`, property('url', escaped(origin + address))]
      : []),
    ...(origin && pictures
      ? [
          property('image', escaped(origin + pictureOf(file))),
          property('image:width', '1200'),
          property('image:height', '630'),
          '<meta name="twitter:card" content="summary_large_image" />',
        ]
      : []),
    `<script defer src="${deep}${up}site.js" data-version="${escaped(version)}"></script>`,
    ...(isDocument ? ['<script defer src="./search.js"></script>'] : []),
  ];
  return html
    .replace(/<link rel="stylesheet" crossorigin/g, '<link rel="stylesheet"') // would not load from file:
    .replace('</head>', () => `${lines.map((line) => `    ${line}\n`).join('')}  </head>`)
    .replace(
      /(<footer class="bottom">[^]*?)(<a href="\.\/api\/">)/,
      (_, begin, link) => begin + versions(up, version) + link,
    )
    .replace(/<article>([^]*)<\/article>/, (all, text) =>
      isDocument ? `<article>${searchField('./')}${linkedCode(text, methods)}</article>` : all,
    );
}
