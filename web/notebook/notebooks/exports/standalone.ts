/**
 * A notebook as a self-contained page: prose, current outputs and sources, readable without scripts. It also contains
 * the notebook as inert data, so that it can be opened and run here.
 */
import { type Cell, type Notebook, writeNotebook } from '../format.js';
import type { CellContent } from '../outputs/shown.js';
import { holdsAnswer, isSolution, posesExercise } from '../exercise-cells.js';
import { citedBy } from '../citations/citation.js';
import { escaped, plotText, svgsIn } from './plot-text.js';
import { standaloneStyle } from './standalone-style.js';

export type ContentOf = (cell: Cell) => CellContent;

export interface Surroundings {
  /** Address of the notebooks page. */
  readonly address: string;
  /** WOFF2 font for formulas; without it the reader's fonts are used. */
  readonly mathFont?: Uint8Array | undefined;
  /** Student number of the numbers in it. */
  readonly student?: number;
}

export function toStandalone(notebook: Notebook, contentOf: ContentOf, { address, mathFont }: Surroundings): string {
  const title = escaped(notebook.title);
  const { cells } = notebook;
  const body = cells.map((cell) => (isSolution(cell, cells) ? '' : section(cell, contentOf(cell)))).join('');
  const face =
    mathFont && body.includes('<math')
      ? `@font-face { font-family: 'STIX Two Math'; src: url(data:font/woff2;base64,${base64(mathFont)}) format('woff2'); }`
      : '';
  const inert = writeNotebook(notebook, (cell) => holdsAnswer(cell, cells)).replace('<!doctype html>\n', '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:">
<title>${title}</title>
<style>${face}${standaloneStyle}</style>
</head>
<body>
<main>
${body}${references(cells)}</main>
<footer>Made with posenc. Opened with <em>Open…</em> at <a href="${escaped(address)}">${escaped(address)}</a> this file is a notebook whose cells run.</footer>
<template>
${inert}</template>
</body>
</html>
`;
}

function references(cells: readonly Cell[]): string {
  const rows = citedBy(cells).map(({ key, full }) => `<li id="reference-${key}">${escaped(full)}</li>`);
  return rows.length > 0 ? `<section>\n<h2>References</h2>\n<ul>${rows.join('')}</ul>\n</section>\n` : '';
}

function section(cell: Cell, { prose, drawn }: CellContent): string {
  const { id, mode, value, pinned } = cell;
  const shown = prose ? [...prose.children].map(markup) : drawn.map(outputMarkup);
  const code = `<pre><code>${escaped(value)}</code></pre>`;
  const source =
    mode === 'md' || mode === 'tex' || value.trim() === '' || posesExercise(cell)
      ? ''
      : pinned
        ? code
        : `<details class="source"><summary>${mode === 'python' ? 'The same in Python' : 'Source'}</summary>${code}</details>`;
  return `<section id="cell-${id}">\n${[...(mode === 'python' ? [] : shown), source].filter((one) => one !== '').join('\n')}\n</section>\n`;
}

function outputMarkup({ output, element }: CellContent['drawn'][number]): string {
  switch (output.kind) {
    case 'chart':
    case 'view':
      // removes the XML prolog
      return svgsIn(element)
        .map((svg) => `<figure>${svg.slice(Math.max(0, svg.indexOf('<svg')))}</figure>`)
        .join('\n');
    case 'image':
      return `<figure><img alt="${escaped(output.alt)}" src="data:${output.type};base64,${base64(output.bytes)}"></figure>`;
    case 'input': {
      const { spec, value = 'value' in spec ? spec.value : '' } = output;
      const set =
        'options' in spec
          ? [value].flat().map((i) => spec.options[Number(i)])
          : typeof value === 'object' && 'name' in value
            ? value.name
            : value;
      return `<p class="input"><b>${escaped(spec.label || spec.input)}</b> ${escaped(Array.isArray(set) ? set.join(', ') : String(set))}</p>`;
    }
    case 'exercise': {
      const [question, ...hints] = element.querySelectorAll('.nb-prose');
      const choices = output.choices.map((choice) => `<li>${escaped(choice)}</li>`).join('');
      const asked = `<h4>Exercise</h4>${question ? markup(question) : ''}${choices && `<ul>${choices}</ul>`}`;
      const curve = output.curve ? `<figure>${plotText(output.curve)}</figure>` : '';
      return `<div class="exercise">${asked}${curve}${hints.map(markup).join('')}</div>`;
    }
    default:
      return markup(element);
  }
}

const outside = /^(script|style|iframe|object|embed|link|meta|base|form|input|button|select|textarea|template)$/;

/** Serialises elements of the page; text from cells occurs only in text nodes and checked attributes. */
function markup(node: Node): string {
  if (node instanceof Text) return escaped(node.data);
  if (!(node instanceof Element) || outside.test(node.localName)) return '';
  if (node.matches('.visually-hidden, .teacher')) return '';
  const attributes = [...node.attributes]
    .filter(({ name, value }) => !/^on|^data-/.test(name) && !(name === 'src' && !value.startsWith('data:')))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`);
  const open = `<${node.localName}${attributes.join('')}>`;
  if (/^(br|hr|img|col)$/.test(node.localName)) return open;
  return `${open}${[...node.childNodes].map(markup).join('')}</${node.localName}>`;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
