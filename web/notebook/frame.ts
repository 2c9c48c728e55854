import { lede } from './lab/generated/findings.js';

/**
 * What all pages share: the head, the bar with the list of pages, the notices and the footer. Written
 * into the markers of each page when it is built, so that they stand without a script.
 */
export const pages = [
  { file: 'index.html', title: 'Report' },
  { file: 'encodings.html', title: 'Encodings' },
  { file: 'variants.html', title: 'Variants' },
  { file: 'kernels.html', title: 'Kernels' },
  { file: 'spectral-bias.html', title: 'Spectral bias' },
  { file: 'lab.html', title: 'Lab' },
  { file: 'large.html', title: 'Large tables' },
  { file: 'precision.html', title: 'Precision' },
  { file: 'errata.html', title: 'Errata' },
  { file: 'notebooks.html', title: 'Notebooks' },
  { file: 'charts.html', title: 'Charts' },
] as const;

/** Pages with formulas in their first screen: their font is asked for at once, and is there when they are set. */
const withFormulas = ['encodings.html', 'spectral-bias.html', 'errata.html', 'notebooks.html'];
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
        <a class="brand" href="./" aria-label="posenc, start page"
          ><svg viewBox="0 0 24 24" aria-hidden="true" class="mark">
            <path d="M1.5 12c3.5-14 7-14 10.5 0s7 14 10.5 0" />
            <path class="faint" d="M1.5 12c1.75-9 3.5-9 5.25 0s3.5 9 5.25 0 3.5-9 5.25 0 3.5 9 5.25 0" /></svg
          >posenc</a
        >
        <nav aria-label="Pages">
          <ul>
            ${pages
              .map(({ file, title }) => {
                const here = file === current ? ' aria-current="page"' : '';
                return `<li><a href="./${file === 'index.html' ? '' : file}"${here}>${title}</a></li>`;
              })
              .join('\n            ')}
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

/** Notebooks compute in their sandbox. */
const remark = (current: string): string =>
  current === 'notebooks.html'
    ? `<p>Cells run in this browser, in a sandbox that reaches no network. Everything is computed here.</p>`
    : `<p>Everything is computed in this browser.</p>`;

const footer = (current: string): string => `<footer class="bottom">
      ${remark(current)}
      <p><span id="embed-page"></span> <a href="./api/">API reference</a> · posenc · MIT licence · <a href="./licences.txt">licences of the parts</a></p>
    </footer>
    <div id="status" class="visually-hidden" role="status"></div>`;

/** Fills the markers of a page; `file` is its name in the list of pages. */
export function framed(html: string, file: string): string {
  const parts: Readonly<Record<string, string>> = {
    head: head(file),
    header: header(file),
    notices,
    footer: footer(file),
    lab: lede,
  };
  return html.replace(/<!-- (\w+) -->/g, (marker, name: string) => parts[name] ?? marker);
}
