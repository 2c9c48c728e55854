/**
 * Notebooks as texts for LaTeX: what stands in them, and that pdflatex compiles each, with its charts. The charts of a
 * notebook are here those that posenc/charts makes of the same data.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { charts } from '../../dist/lib/charts/index.js';
import { notebookParts } from './support/notebook-parts.mjs';
import { notebookPaths } from './support/notebook-files.mjs';
import { root } from './support/posenc.mjs';

const place = join(root, 'build/tests/latex');
const full = process.env.POSENC_FULL === '1';
const names = full ? [...notebookPaths.keys()] : ['2-sinusoidal-step-by-step', '3-what-the-table-can-do'];

let parts;
let script;
before(async () => {
  mkdirSync(place, { recursive: true });
  const files = ['build/plugin', 'build/record', 'exports/latex', 'exports/tikz', 'exports/tex-text', 'format'];
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

test('no formula and no address of a stranger acts', () => {
  const text = [
    '$\\input{/etc/passwd}$ and $$\\immediate\\write18{ls}$$ and $\\csname input\\endcsname$ and $^^5cinput{x}$.',
    '[here](https://example.org/}\\input{/etc/passwd})',
    '$\\frac{1}{2} \\le \\lettrine \\int x$',
  ].join('\n\n');
  const cells = [{ id: 1, mode: 'md', value: text, pinned: false, hidden: false }];
  const tex = parts.toLatex({ title: '\\input{x}', cells }, () => ({ prose: undefined, drawn: [] }));
  const body = tex.slice(tex.indexOf('\\title'));
  assert.doesNotMatch(body, /\\(input|write|immediate|csname)(?![a-z])|\^\^/);
  assert.match(body, /\\frac\{1\}\{2\} \\le \\lettrine \\int x/);
  assert.match(body, /textbackslash\{\}input/);
});
