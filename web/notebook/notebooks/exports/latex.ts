/**
 * A notebook as LaTeX: prose with formulas, tables, charts as TikZ, and exercises without answers. Requires amsmath,
 * amssymb, hyperref and TikZ.
 */
import { guessBefore } from '../after-guess.js';
import { citedBy } from '../citations/citation.js';
import { isSolution } from '../exercise-cells.js';
import type { Cell, Notebook } from '../format.js';
import { markdownTree } from '../markdown.js';
import { columnTexts } from '../outputs/column.js';
import type { Output } from '../protocol.js';
import { written } from '../template.js';
import type { Tree } from '../tree.js';
import type { ContentOf } from './standalone.js';
import { plotText, svgsIn } from './plot-text.js';
import { tikzOf } from './tikz.js';
import { isPlainTex } from './tex-formula.js';
import { texText } from './tex-text.js';

export function toLatex({ title, cells }: Notebook, contentOf: ContentOf): string {
  const body = cells.filter((cell) => !isSolution(cell, cells)).map((cell) => cellTex(cell, contentOf));
  const references = citedBy(cells).map(
    ({ full, address }) => `\\item ${texText(full)}${address ? ` \\url{${address}}` : ''}`,
  );
  const list = references.length > 0 ? `\\section*{References}\n${environment('itemize', references.join('\n'))}` : '';
  return `\\documentclass[11pt,a4paper]{article}
\\usepackage[T1]{fontenc}
\\usepackage[margin=25mm]{geometry}
\\usepackage{amsmath,amssymb,tikz}
\\usepackage[hidelinks]{hyperref}
\\usetikzlibrary{svg.path}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{6pt}
\\sloppy
\\title{${texText(title)}}
\\author{}
\\date{}
\\begin{document}
\\maketitle
${[...body, list]
  .filter((part) => part.trim() !== '')
  .join('\n\n')
  .replace(/^\\section\*\{.*\}\s*/, '')}
\\end{document}
`;
}

const environment = (name: string, inside: string): string => `\\begin{${name}}\n${inside}\n\\end{${name}}`;

function cellTex(cell: Cell, contentOf: ContentOf): string {
  if (cell.mode === 'tex') return formula(cell.value, true);
  if (cell.mode === 'md') {
    const shown = contentOf(cell).drawn.find(({ output }) => output.kind === 'markdown')?.output;
    if (shown?.kind === 'markdown') return prose(shown.text);
    return guessBefore(cell.value) ? '' : prose(written(cell.value));
  }
  if (cell.mode !== 'js') return '';
  return contentOf(cell).drawn.map(outputTex).filter(Boolean).join('\n\n');
}

function outputTex({ output, element }: ReturnType<ContentOf>['drawn'][number]): string {
  switch (output.kind) {
    case 'text':
      return texText(output.text);
    case 'markdown':
      return prose(output.text);
    case 'tex':
      return formula(output.text, output.display);
    case 'table': {
      const { columns, rows } = output;
      const texts = columns.map((_, at) => columnTexts(rows.map((row) => row[at] ?? '')));
      return table(
        columns,
        rows.map((_, row) => texts.map((column) => column[row]!)),
      );
    }
    case 'check':
      return `${output.passes ? '$\\surd$' : '$\\times$'} ${texText(`${output.claim}: ${output.value}`)}`;
    case 'exercise':
      return exercise(output);
    case 'chart':
    case 'view':
      return svgsIn(element).map(tikzOf).join('\n\n');
    default:
      return '';
  }
}

function exercise({ question, choices, curve }: Extract<Output, { kind: 'exercise' }>): string {
  const listed = choices.map((choice) => `\\item ${texText(choice)}`).join('\n');
  return `\\textbf{Exercise.} ${prose(question)}${listed && `\n${environment('itemize', listed)}`}${curve ? `\n\n${tikzOf(plotText(curve))}` : ''}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `${cells.map(texText).join(' & ')} \\\\`;
  const inside = [line(columns), '\\hline', ...rows.map(line)].join('\n');
  const fitted = `\\begin{tabular}{${'l'.repeat(columns.length)}}\n${inside}\n\\end{tabular}`;
  // scales wide tables down to the width of the text
  return `\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n${fitted}}`;
}

/**
 * Inserts a formula; unsafe TeX is escaped as text. Formulas with line breaks or alignment have their own environment.
 */
function formula(source: string, display: boolean, label?: string): string {
  const plain = isPlainTex(source);
  const tex = plain ? source : `\\texttt{${texText(source)}}`;
  if (label !== undefined) return environment('equation', `\\label{${label}}\n${tex}`);
  if (!plain) return tex;
  if (!display) return `$${tex}$`;
  return /\\begin\{(align|gather|equation)\*?\}/.test(tex) ? tex : environment('align*', tex.trim());
}

const texTree = (source: string, display: boolean): Tree => ['math', { display: String(display) }, source];
const prose = (text: string): string => markdownTree(text, texTree).map(treeTex).filter(Boolean).join('\n\n');

/** Escapes a link's address. */
const addressTex = (address: string): string =>
  address.replace(/[\\{}^~\s]/g, encodeURIComponent).replace(/[%#&_$]/g, '\\$&');

const headings: Readonly<Record<string, string>> = {
  h1: 'section*',
  h2: 'subsection*',
  h3: 'subsubsection*',
  h4: 'paragraph',
};
const commands: Readonly<Record<string, string>> = {
  strong: 'textbf',
  b: 'textbf',
  em: 'emph',
  i: 'emph',
  code: 'texttt',
  kbd: 'texttt',
  sub: 'textsubscript',
  sup: 'textsuperscript',
};

function treeTex(tree: Tree): string {
  if (typeof tree === 'string') return texText(tree);
  const [name, attributes, ...children] = tree;
  const given = attributes === 0 ? {} : (attributes as Readonly<Record<string, string>>);
  if (given['class'] === 'numbered') {
    const [math] = children as Tree[];
    const tex = typeof math === 'string' ? math : (math?.slice(2).join('') ?? '');
    return formula(tex, true, given['id']);
  }
  if (given['class'] === 'mention') return `formula~(\\ref{${given['href']!.slice(1)}})`;
  if (given['class'] === 'teacher') return '';
  if (name === 'math') return formula(children.join(''), given['display'] === 'true');
  const inner = (children as Tree[]).map(treeTex);
  const text = inner.join('');
  const heading = headings[name];
  if (heading) return `\\${heading}{${text}}`;
  const command = commands[name];
  if (command) return `\\${command}{${text}}`;
  switch (name) {
    case 'ul':
      return environment('itemize', text);
    case 'ol':
      return environment('enumerate', text);
    case 'li':
      return `\\item ${text}\n`;
    case 'blockquote':
      return environment('quote', inner.join('\n\n'));
    case 'a':
      return /^https?:/.test(given['href'] ?? '') ? `\\href{${addressTex(given['href']!)}}{${text}}` : text;
    case 'br':
      return '\\newline ';
    case 'table':
      return tableTex(tree);
    default:
      return text;
  }
}

function tableTex(tree: Tree): string {
  const rows: string[][] = [];
  const visit = (one: Tree): void => {
    if (typeof one === 'string') return;
    const [name, , ...children] = one;
    if (name === 'tr')
      rows.push(
        (children as Tree[]).map((cell) =>
          typeof cell === 'string'
            ? texText(cell)
            : cell
                .slice(2)
                .map((inner) => treeTex(inner as Tree))
                .join(''),
        ),
      );
    else for (const child of children as Tree[]) visit(child);
  };
  visit(tree);
  const [head = [], ...others] = rows;
  const lines = [head.join(' & '), ...others.map((row) => row.join(' & '))].map((row) => `${row} \\\\`);
  lines.splice(1, 0, '\\hline');
  return `\\begin{tabular}{${'l'.repeat(Math.max(1, head.length))}}\n${lines.join('\n')}\n\\end{tabular}`;
}
