/**
 * Notebooks as LaTeX: their content, and pdflatex compiles each with its charts. The charts here are made by
 * posenc/charts from the notebooks' data.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import temml from 'temml';
import { charts } from '../../dist/lib/charts/index.js';
import { notebookParts } from './support/notebook-parts.mjs';
import { notebookPaths } from './support/notebook-files.mjs';
import { assertNone, root } from './support/posenc.mjs';

const place = join(root, 'build/tests/latex');
const full = process.env.POSENC_FULL === '1';
const names = full ? [...notebookPaths.keys()] : ['2-sinusoidal-step-by-step', '3-what-the-table-can-do'];

let parts;
let script;
before(async () => {
  mkdirSync(place, { recursive: true });
  const exports = ['latex', 'tikz', 'tex-formula', 'tex-text'].map((name) => `exports/${name}`);
  const files = ['build/plugin', 'build/record', ...exports, 'format', 'markdown'];
  parts = await notebookParts(files, join(root, 'build/tests/latex.mjs'));
  const room = join(root, 'web/notebook/notebooks');
  script = await parts.bundleCells(join(room, 'cells/worker.ts'), join(root, 'web/lib'), join(root, 'dist/lib'));
});

const svgOf = ({ chart, data, options }) => charts.find(({ id }) => id === chart).make.svg(data, options);
const elementOf = (output) => ({
  querySelectorAll: () => (output.kind === 'chart' ? [{ toSVG: () => svgOf(output) }] : []),
});
const shown = (turns) => (cell) => ({
  prose: undefined,
  drawn: (turns.find(({ id }) => id === cell.id)?.outputs ?? []).map(([, output]) => ({
    output,
    element: elementOf(output),
  })),
});

const latex = (name, tex) => {
  writeFileSync(join(place, `${name}.tex`), tex);
  const options = ['-interaction=nonstopmode', '-halt-on-error', '-output-directory', place, `${name}.tex`];
  return spawnSync('pdflatex', options, { cwd: place, encoding: 'utf8' });
};
const installed = () => spawnSync('kpsewhich', ['tikz.sty', 'amssymb.sty', 'article.cls']).status === 0;

for (const name of names)
  test(`${name} compiles`, async (t) => {
    const notebook = parts.read(join(root, notebookPaths.get(name)));
    const turns = await parts.record(notebook, script, join(root, 'dist/lib'));
    const tex = parts.toLatex(notebook, shown(turns));
    for (const { value, mode } of notebook.cells)
      if (mode === 'md')
        for (const [, title] of value.matchAll(/^## (.+)$/gm)) assert.ok(tex.includes(parts.texText(title)), title);
    assert.doesNotMatch(tex, /undefined|NaN|\[object/);
    assert.deepEqual(tex.match(/ttfamily U\+\w+/g) ?? [], [], 'a sign that has no way');
    if (!installed()) return t.skip('LaTeX is not installed');
    const { status, stdout } = latex(name, tex);
    assert.equal(
      status,
      0,
      stdout
        .split('\n')
        .filter((line) => /^!|^l\.\d/.test(line))
        .slice(0, 6)
        .join('\n'),
    );
    assert.ok(readFileSync(join(place, `${name}.pdf`)).length > 20_000);
    return undefined;
  });

test('any text is set as it is', (t) => {
  const all = Array.from({ length: 0x250 }, (_, i) => String.fromCodePoint(i + 0x20)).join('');
  const hostile = `\\input{/etc/passwd} \\write18{ls} $x$ %{}&#_^~<>| ${all} αω Θ² 中文 −→√ "quoted"`;
  const tex = parts.texText(hostile);
  assert.doesNotMatch(tex, /\\(input|write18|etc)/);
  if (!installed()) return t.skip('LaTeX is not installed');
  const { status, stdout } = latex(
    'any',
    `\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{amssymb}\\begin{document}\n${tex}\n\\end{document}\n`,
  );
  assert.equal(status, 0, stdout.slice(-1500));
  return undefined;
});

test('a chart keeps its paths, colours and words', () => {
  const svg = svgOf({
    chart: 'line',
    data: { series: ['a & b', 'c'].map((name) => ({ name, values: [0, 1, 4] })) },
    options: { title: '50 % of it', x: { title: 'position' } },
  });
  const tikz = parts.tikzOf(svg);
  const count = (text, pattern) => [...text.matchAll(pattern)].length;
  assert.equal(count(tikz, /\\path\[[^\]]*\] svg/g), count(svg, /<path /g));
  assert.equal(count(tikz, /\\node/g), count(svg, /<text [^>]*>[^<\s]/g));
  assert.equal(count(tikz, /\\begin\{scope\}/g), count(tikz, /\\end\{scope\}/g));
  for (const word of ['a \\& b', '50 \\% of it', 'position $\\rightarrow$']) assert.ok(tikz.includes(word), word);
});

/** Words that write, read, run, define, expand or leave the formula; TeX, e-TeX, pdfTeX and LaTeX primitives. */
const hostile =
  `openout openin closeout closein write immediate read readline newwrite newread input endinput scantokens special
  def edef gdef xdef let futurelet expandafter noexpand csname endcsname catcode lccode uccode mathcode delcode sfcode uppercase
  lowercase string meaning jobname the number romannumeral afterassignment aftergroup everymath everydisplay everypar output shipout
  loop repeat if ifx ifnum ifdim ifcase ifeof else fi or unless global long outer protected relax begingroup endgroup char chardef
  mathchardef countdef dimendef toksdef font fontname hyphenation patterns message errmessage show showbox showthe batchmode
  nonstopmode scrollmode errorstopmode dump end bye detokenize unexpanded readline everyeof interactionmode pdffiledump pdffilesize
  pdffilemoddate pdfmdfivesum pdfobj pdfrefobj pdflastobj pdfximage pdfrefximage pdfannot pdfstartlink pdfcatalog pdfinfo
  pdfliteral pdfmapfile pdfmapline pdfshellescape pdfstrcmp pdfescapestring directlua latelua luaexec luatexversion XeTeXpicfile
  XeTeXpdffile newcommand renewcommand providecommand newenvironment renewenvironment DeclareRobustCommand DeclareMathOperator
  NewDocumentCommand makeatletter makeatother include includeonly includegraphics InputIfFileExists IfFileExists usepackage
  RequirePackage documentclass usetikzlibrary usepgflibrary tikz pgfimage pgfplotstable lstinputlisting verbatiminput VerbatimInput
  inputminted filecontents verb href url hyperref pdfbookmark AtEndDocument AtBeginDocument ExplSyntaxOn ShellEscape stop
  label setcounter loadall typein typeout nofiles bibliography tableofcontents thispagestyle class data id ce xparse`.split(
    /\s+/,
  );
const forms = [
  (word) => `\\${word} x`,
  (word) => `x \\text{\\${word}{secret.txt}{}{}}`,
  (word) => `\\frac{1}{2}\\\\\\${word}\\w=pwned.txt`,
  (word) => `\\begin{${word}}{secret.txt} x \\end{${word}}`,
  (word) => `^^5c${word}{x}`,
  (word) => `\\begin%\n{${word}} \\def\\x{\\x}\\x`,
];
const drawn = (output) => ({ drawn: [{ output, element: undefined }] });
const cell = (mode, value) => ({ id: 1, mode, value, pinned: false, hidden: false });
/** Every way of a formula or a text into the file: a cell and its output. */
const ways = {
  inline: (tex) => [cell('md', `a $${tex}$ b`), { drawn: [] }],
  display: (tex) => [cell('md', `$$${tex}$$`), { drawn: [] }],
  numbered: (tex) => [cell('md', `$$${tex}$$ {#a}\n\n[#a]`), { drawn: [] }],
  'in a list, a table and a heading': (tex) => [
    cell('md', `# $${tex}$\n\n- $${tex}$\n\n|a|\n|-|\n|$${tex}$|`),
    { drawn: [] },
  ],
  'tex cell': (tex) => [cell('tex', tex), { drawn: [] }],
  'output of a cell': (tex) => [cell('js', ''), drawn({ kind: 'tex', text: tex, display: true })],
  'output in a line': (tex) => [cell('js', ''), drawn({ kind: 'tex', text: tex, display: false })],
  'prose of a cell': (tex) => [cell('js', ''), drawn({ kind: 'markdown', text: `$$${tex}$$ {#b}` })],
  'text of a cell': (tex) => [cell('js', ''), drawn({ kind: 'text', text: tex })],
  table: (tex) => [cell('js', ''), drawn({ kind: 'table', columns: [tex], rows: [[tex]] })],
  check: (tex) => [cell('js', ''), drawn({ kind: 'check', passes: true, claim: tex, value: tex })],
  question: (tex) => [
    cell('js', ''),
    drawn({ kind: 'exercise', question: `$${tex}$ $$${tex}$$ {#c}`, choices: [tex], curve: undefined }),
  ],
  address: (tex) => [cell('md', `[here](https://example.org/}${tex})`), { drawn: [] }],
};
const written = (way, tex, title = '') => {
  const [one, content] = ways[way](tex);
  const text = parts.toLatex({ title, cells: [one] }, () => ({ prose: undefined, ...content }));
  return text.slice(text.indexOf('\\title'));
};
const wordsOf = (tex) => [...tex.matchAll(/\\([A-Za-z]+|[^])(?:(?<=begin|end)\{([^}]*)\})?/g)].map(([all]) => all);

test('no control word comes into the text by any way but those of the list', () => {
  const listed = new Set(parts.texWords);
  const texts = wordsOf(parts.texText(String.fromCharCode(...Array.from({ length: 95 }, (_, i) => i + 0x20))));
  for (const way of Object.keys(ways)) {
    const own = new Set([...wordsOf(written(way, 'x')), ...texts, '\\texttt', '\\label', '\\\\']);
    for (const word of hostile)
      for (const form of forms) {
        const tex = written(way, form(word), form(word));
        const others = wordsOf(tex).filter((one) => !own.has(one) && !listed.has(one.slice(1)));
        assert.deepEqual(others, [], `${way}: ${form(word)}`);
        assert.doesNotMatch(tex, /\^\^|(?<!\\)#/, `${way}: ${form(word)}`);
      }
  }
  assertNone(hostile.filter((word) => word !== 'end' && listed.has(word)));
});

test('Temml knows every word of the list, and each formula of our notebooks is copied as it stands', () => {
  const known = (word) =>
    ['', '{a}', '{a}{b}', '{a}{b}{c}', '{1em}', '('].some((rest) => {
      try {
        temml.renderToString(`\\${word}${rest}`, { throwOnError: true });
        return true;
      } catch (thrown) {
        return !thrown.message.includes(`Unsupported function name: \\${word} `);
      }
    });
  assertNone(parts.texWords.filter((word) => !known(word)));
  assert.ok(!known('openout'), 'this looks for what is not known');
  const formulas = [];
  for (const path of notebookPaths.values())
    for (const { mode, value } of parts.read(join(root, path)).cells)
      if (mode === 'tex') formulas.push(value);
      else if (mode === 'md') parts.markdownTree(value, (tex) => (formulas.push(tex), tex));
  assert.ok(formulas.length > 10, `${formulas.length} formulas`);
  assertNone(formulas.filter((tex) => !parts.isPlainTex(tex)));
});
