/**
 * Ways in which a cell fails, each in a known line: the source of that line, and the message. They are the same in Node
 * and in every browser. To add one: a line.
 */
import { fc } from './random.mjs';

/** The source of the first cell; the others use its names. */
export const library =
  'import { create } from "posenc";\nimport { heatMap } from "posenc/charts";\nconst pe = await create();\nconst bad = { encoding: "rope", dim: 3 };';

/** Statements. */
export const ways = [
  // thrown at once
  ['throw new Error("no")', /^no$/],
  ['undefined.x', /^TypeError/],
  ['[1].forEach(() => { null.x })', /^TypeError/],
  ['pe.tabel(4)', /^TypeError/],
  ['throw "a text"', /^a text$/],
  ['if (true) throw { code: 7 }', /code: 7/],
  ['throw null', /^null$/],
  ['[1].forEach((x) => { throw `text ${x}` })', /^text 1$/],
  ['(function deep(n) { if (n > 0) return deep(n - 1); throw "deep" })(200)', /^deep$/],
  ['view(1)', /^TypeError: view takes/],
  ['Inputs.select(5)', /^TypeError/],
  ['exercise({ question: "?", answer: 1, check: () => "never" })', /rejects its own answer 1/],
  // awaited
  ['await Promise.reject(new Error("later"))', /^later$/],
  ['await Promise.reject("later")', /^later$/],
  ['await new Promise((_, reject) => setTimeout(reject, 1, "later"))', /^later$/],
  ['await (async () => { await 0; throw "inside" })()', /^inside$/],
  ['await pe.table(bad, 4)', /^PosencError.*even/],
  ['for (const dim of [4, 3]) { await pe.table({ encoding: "rope", dim }, 4) }', /^PosencError.*even/],
  ['for await (const block of pe.tableBlocks(bad, 4)) display(block)', /^PosencError.*even/],
  ['await import("elsewhere")', /^cells import posenc/],
  // not awaited
  ['pe.table(bad, 4)', /^PosencError.*even/],
  ['if (true) { const lost = pe.table(bad, 4) }', /^PosencError.*even/],
  ['Promise.reject("lost")', /^lost$/],
  ['new Promise((_, reject) => reject("lost"))', /^lost$/],
  ['(async () => { await 0; throw "lost" })()', /^lost$/],
  ['setTimeout(() => { throw "in a timer" })', /^in a timer$/],
  ['setTimeout(() => { throw new Error("in a timer") })', /^in a timer$/],
  ['queueMicrotask(() => { undefined.x })', /^TypeError/],
  ['const given$ = pe.table(bad, 4)', /^PosencError.*even/],
  // not a program, or missing names
  ['const twice$ = 1, twice$ = 2', /already been declared/],
  ['const = 1', /^Unexpected token/],
  ['export const x = 1', /exports nothing/],
  ['nobody.x', /^nobody is not defined$/],
  ['const same = 1', /^same is defined in cells \d+ and \d+/],
  ['const same = 2', /^same is defined in cells \d+ and \d+/],
];
/** Expressions of prose. */
export const inProse = [
  ['undefined.x', /^TypeError/],
  ['JSON.parse("{")', /^SyntaxError/],
  ['(() => { throw "a text" })()', /^a text$/],
  ['nobody + 1', /^nobody is not defined$/],
  ['await Promise.reject("later")', /^later$/],
  ['await pe.table(bad, 4)', /^PosencError.*even/],
  ['pe.table(bad, 4)', /^PosencError.*even/],
];

const above = fc.array(
  fc.constantFrom(
    '',
    '// more',
    'await 0;',
    'let x0 = `\n`;',
    '{ await 1 }',
    'import "posenc";',
    'try { throw "x" } catch {}',
  ),
  { maxLength: 6 },
);

/** Cells that fail, each with its line. Scripts have other statements above and below, prose has other expressions. */
export function failing() {
  const pads = fc.sample(above, ways.length);
  const scripts = ways.map(([text, message], i) => {
    const before = pads[i].map((line, k) => line.replace('x0', `x${i}_${k}`)).join('\n');
    // a file has no empty lines before a cell
    const value = `// ${i}\n${before}\n"here";\n${text.replaceAll('$ ', `_${i} `)};\n"there"`;
    return { mode: 'js', value, message, line: `\n${before}\n\n`.split('\n').length };
  });
  const prose = inProse.map(([text, message], i) => ({
    ...{ mode: 'md', message, line: 2 + i },
    value: `# T\n${'\n'.repeat(i)}a \${1} b \${${text}} c\n\n\${2}`,
    columns: ['a ${1} b ${'.length, 'a ${1} b ${'.length + text.length],
  }));
  return [...scripts, ...prose];
}
