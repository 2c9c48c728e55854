import recorded from './lab/generated/recorded.json';

/**
 * Parts that all pages share: head, bar with the list of pages, notices and footer. The build inserts them at the
 * markers of each page, so they work without a script. The first page is the home page.
 */
export const pages = [
  { file: 'index.html', title: 'Start', group: '' },
  { file: 'report.html', title: 'Report', group: 'Tools' },
  { file: 'matrix.html', title: 'Models × engines', group: 'Tools' },
  { file: 'mistake.html', title: 'Find the mistake', group: 'Tools' },
  { file: 'precision.html', title: 'Precision', group: 'Tools' },
  { file: 'large.html', title: 'Large tables', group: 'Tools' },
  { file: 'notebooks.html', title: 'Notebooks', group: 'Learn' },
  { file: 'studies.html', title: 'Studies', group: 'Learn' },
  { file: 'errata.html', title: 'Errata', group: 'Learn' },
  { file: 'encodings.html', title: 'Encodings', group: 'Explore' },
  { file: 'variants.html', title: 'Variants', group: 'Explore' },
  { file: 'kernels.html', title: 'Kernels', group: 'Explore' },
  { file: 'analyses.html', title: 'Analyses', group: 'Explore' },
  { file: 'spectral-bias.html', title: 'Spectral bias', group: 'Explore' },
  { file: 'lab.html', title: 'Lab', group: 'Explore' },
  { file: 'charts.html', title: 'Charts', group: 'Build' },
] as const;
type Page = (typeof pages)[number];

/** The template of the pages made from docs/ (web/tools/documents.mjs). */
export const documentFrame = 'docs.html';

/** In the order of their first pages. */
const groups = [...new Set(pages.map(({ group }) => group))].filter((group) => group !== '');
/** Extra entries of a group that are not in `pages`. */
const besides: Readonly<Record<string, string>> = {
  Build: `<li><a href="./${documentFrame}" data-apart>Documents</a></li><li><a href="./api/" data-apart>API reference</a></li>`,
};

/** Menus that open without a script, only one at a time in browsers that support it. */
function menu(group: Page['group'], current: string): string {
  const own = pages.filter((page) => page.group === group);
  const here = own.find(({ file }) => file === current);
  const links = own.map(
    ({ file, title }) => `<li><a href="./${file}"${file === current ? ' aria-current="page"' : ''}>${title}</a></li>`,
  );
  return `<li>
              <details name="pages"${here ? ' class="here"' : ''}>
                <summary>${group}${here ? `<span class="here-title"> · ${here.title}</span>` : ''}</summary>
                <ul>${links.join('')}${besides[group] ?? ''}</ul>
              </details>
            </li>`;
}

/** Pages with formulas in their first screen preload the formula font. */
const withFormulas = ['encodings.html', 'errata.html', 'notebooks.html'];
const formulaFont = `
    <link rel="preload" href="../../build/formulas/stix-two-math.woff2" as="font" type="font/woff2" crossorigin />`;

const head = (current: string): string => `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <link rel="icon" href="./icon.svg" type="image/svg+xml" />
    <script type="module" src="./offline/register.ts"></script>
    <link rel="stylesheet" href="./style.css" />${withFormulas.includes(current) ? formulaFont : ''}`;

const header = (current: string): string => `<a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <div class="bar">
        <a class="brand" href="./" aria-label="posenc, start page"${current === 'index.html' ? ' aria-current="page"' : ''}
          ><svg viewBox="0 0 24 24" aria-hidden="true" class="mark">
            <path d="M1.5 12c3.5-14 7-14 10.5 0s7 14 10.5 0" />
            <path class="faint" d="M1.5 12c1.75-9 3.5-9 5.25 0s3.5 9 5.25 0 3.5-9 5.25 0 3.5 9 5.25 0" /></svg
          >posenc</a
        >
        <nav aria-label="Pages">
          <ul class="groups">
            ${groups.map((group) => menu(group, current)).join('\n            ')}
          </ul>
        </nav>
        <div class="tools" id="tools"></div>
      </div>
    </header>`;

const notices = `<div id="fault" class="fault" role="alert" hidden></div>
      <noscript
        ><p class="fault">
          This page computes with WebAssembly and needs JavaScript. All of its code comes from this address.
        </p></noscript
      >`;

/** Notebooks compute in a sandbox. */
const remark = (current: string): string =>
  current === 'notebooks.html'
    ? `<p>Cells run in this browser, in a sandbox without access to the network. Everything is computed here.</p>`
    : `<p>Everything is computed in this browser.</p>`;

const footer = (current: string): string => `<footer class="bottom">
      ${remark(current)}
      <p>${current === 'index.html' ? '' : '<span id="embed-page"></span> '}<a href="./api/">API reference</a> · posenc · MIT licence · <a href="./licences.txt">licences of the parts</a></p>
    </footer>
    <div id="status" class="visually-hidden" role="status"></div>`;

/** Fills the markers of a page; `file` is its name in the list of pages. */
export function framed(html: string, file: string): string {
  const parts: Readonly<Record<string, string>> = {
    head: head(file),
    header: header(file),
    notices,
    footer: footer(file),
    lab: recorded.lede,
  };
  return html.replace(/<!-- (\w+) -->/g, (marker, name: string) => parts[name] ?? marker);
}
