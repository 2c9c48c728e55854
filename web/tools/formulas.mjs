/**
 * Converts the formulas of the pages to MathML when the pages are built. No page contains a TeX renderer, and the
 * mathematics font contains only the characters of the formulas.
 *
 * A formula is in a string literal of web/notebook: the first argument of `tex`, text between $ signs, or a string with
 * TeX commands. `#0` … `#9` are holes for numbers that are known later. The formulas of the registry are read from the
 * built library.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import temml from 'temml';
import ts from 'typescript';
import { filesBelow } from './fresh.mjs';

/** $…$ is inline, $$…$$ is displayed. */
const INSIDE = /\$\$[^$]+\$\$|\$[^$]+\$/g;
const COMMAND = /\\[a-zA-Z]{2,}/;
/** Replaces a hole while TeX is parsed: a number, so that the hole is typeset as a number. */
const HOLE = 7_340_000;

export const keyOf = (source, display) => (display ? `$$${source}` : `$${source}`);

/** Finds the formulas of a TypeScript file, as keys of the table. @returns {{ key: string, sure: boolean }[]} */
export function formulasOf(code, file) {
  const found = [];
  const isTex = (node) =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'tex';
  const visit = (node) => {
    if (isTex(node)) {
      const [source, options] = node.arguments;
      const display = options !== undefined && /\bdisplay\b/.test(options.getText());
      if (ts.isStringLiteralLike(source)) {
        found.push({ key: keyOf(source.text, display), sure: true });
        node.arguments.slice(1).forEach(visit);
        return;
      }
      if (ts.isTemplateExpression(source))
        throw new Error(
          `${file}: tex takes a whole string, with holes #0 … for what is known later: ${source.getText()}`,
        );
    }
    // String.raw`…`, possibly under another name
    if (ts.isTaggedTemplateExpression(node)) {
      found.push(...formulasIn(templateText(node.template, 'rawText')));
      ts.forEachChild(node.template, (child) => void (ts.isTemplateSpan(child) && visit(child.expression)));
      return;
    }
    if (ts.isTemplateExpression(node)) found.push(...formulasIn(templateText(node, 'text')));
    if (ts.isStringLiteralLike(node)) found.push(...formulasIn(node.text));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return found;
}

/** Marks a value that a template inserts. */
const PUT_IN = '\0';
const templateText = (template, kind) =>
  ts.isTemplateExpression(template)
    ? template.head[kind] + template.templateSpans.map(({ literal }) => PUT_IN + literal[kind]).join('')
    : template[kind];
/** Replaces numbers by holes, as `tex` does to look up a formula that is not in the table (kit/formulas.ts). */
const withHoles = (formula) => {
  let holes = 0;
  return formula.replaceAll(PUT_IN, '0').replace(/\d+(\.\d+)?/g, () => `#${holes++}`);
};

/** The formulas in a text, or the text itself if it is TeX. */
function formulasIn(text) {
  const parts = (text.match(INSIDE) ?? [])
    .map((part) => (part.includes(PUT_IN) ? withHoles(part) : part))
    .map((part) => (part.startsWith('$$') ? keyOf(part.slice(2, -2), true) : keyOf(part.slice(1, -1), false)));
  if (parts.length > 0) return parts.map((key) => ({ key, sure: COMMAND.test(key) }));
  return COMMAND.test(text) ? [keyOf(text, false), keyOf(text, true)].map((key) => ({ key, sure: false })) : [];
}

/** Formulas of the registry: every `formula`, and the text between $ signs in other strings. */
export function formulasOfRegistry(value, name = '') {
  if (typeof value === 'string')
    return name === 'formula'
      ? [{ key: keyOf(value, true), sure: true }]
      : formulasIn(value).filter(({ sure }) => sure);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => formulasOfRegistry(inner, key));
}

/**
 * The table of formulas: key → tree, where a tree is a string or [element, attributes or 0, …trees]. Throws if a
 * formula cannot be parsed, but skips a string that is not `sure` to be one.
 */
export function tableOf(found, file = '') {
  const table = {};
  for (const { key, sure } of found) {
    if (key in table) continue;
    const display = key.startsWith('$$');
    const source = key.slice(display ? 2 : 1).replace(/#(\d)/g, (_, hole) => String(HOLE + Number(hole)));
    try {
      const markup = temml.renderToString(source, { displayMode: display, throwOnError: true, annotate: false });
      table[key] = treeOf(markup);
    } catch (error) {
      if (sure) throw new Error(`${file}: the formula ${key} cannot be read: ${error.message}`, { cause: error });
    }
  }
  return table;
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const plain = (text) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : decimal ? String.fromCodePoint(decimal) : (ENTITIES[name] ?? whole),
  );

/** Parses well-formed markup into a tree. */
function treeOf(markup) {
  const root = ['', 0];
  const open = [root];
  for (const [, close, tag, attributes, empty, text] of markup.matchAll(
    /<(\/)?([\w-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/)?>|([^<]+)/g,
  )) {
    const parent = open[open.length - 1];
    if (text !== undefined) parent.push(plain(text).replace(/^734000(\d)$/, '#$1'));
    else if (close) open.pop();
    else {
      const named = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)]
        .filter(([, name]) => name !== 'xmlns')
        .map(([, name, value]) => [name, plain(value)]);
      const node = [tag, named.length > 0 ? Object.fromEntries(named) : 0];
      parent.push(node);
      if (!empty) open.push(node);
    }
  }
  if (open.length !== 1 || root.length !== 3) throw new Error(`markup that is not well-formed: ${markup}`);
  return root[2];
}

/** Characters that elements draw in addition to their content (MathML Core, 3.3.3: the root sign, in several sizes). */
export const DRAWN = { msqrt: '√', mroot: '√' };

/**
 * Every character that the trees show, including those that elements draw. A single letter in <mi> is shown as a
 * mathematical italic, which is another character.
 */
export function charactersOf(trees) {
  const all = new Set('0123456789.,-−+=≈()∞');
  const visit = (tree, italics) => {
    if (typeof tree === 'string') for (const character of italics ? [italic(tree)] : tree) all.add(character);
    else {
      const [tag, attributes, ...inner] = tree;
      for (const character of DRAWN[tag] ?? '') all.add(character);
      const upright = attributes !== 0 && attributes.mathvariant === 'normal';
      for (const one of inner) visit(one, tag === 'mi' && !upright && inner.length === 1 && [...one].length === 1);
    }
  };
  for (const tree of trees) visit(tree, false);
  return [...all].join('');
}

/** The italic form of a character, or the character itself (MathML Core, C.1: the italic mappings). */
function italic(letter) {
  const code = letter.codePointAt(0);
  const from = (first, start) => String.fromCodePoint(start + code - first);
  if (letter === 'h') return 'ℎ';
  if (letter >= 'a' && letter <= 'z') return from(0x61, 0x1d44e);
  if (letter >= 'A' && letter <= 'Z') return from(0x41, 0x1d434);
  if (letter >= 'α' && letter <= 'ω') return from(0x3b1, 0x1d6fc);
  if (letter >= 'Α' && letter <= 'Ω') return from(0x391, 0x1d6e2);
  const others = { ı: '𝚤', ȷ: '𝚥', ϴ: '𝛳', '∇': '𝛻', '∂': '𝜕', ϵ: '𝜖', ϑ: '𝜗', ϰ: '𝜘', ϕ: '𝜙', ϱ: '𝜚', ϖ: '𝜛' };
  return others[letter] ?? letter;
}

/** The font with these characters only. Keeps its MATH table with the bracket sizes, and the forms of scripts. */
export const smallFont = async (file, characters) =>
  subsetFont(readFileSync(file), characters, {
    targetFormat: 'woff2',
    keepFeatures: ['ccmp', 'dtls', 'flac', 'mark', 'mkmk', 'ssty'],
    noHinting: true,
  });

const inModules = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const fonts = {
  'stix-two-math.woff2': inModules('@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2'),
  'Temml.woff2': inModules('temml/dist/Temml.woff2'),
};
const notebook = fileURLToPath(new URL('../notebook/', import.meta.url));
const made = fileURLToPath(new URL('../../build/formulas/', import.meta.url));
const generated = new URL('../../dist/lib/generated/', import.meta.url);
const VIRTUAL = 'virtual:formulas/';

/** The tables of the modules of the pages. */
const ownTables = () =>
  filesBelow([notebook])
    .filter((file) => file.endsWith('.ts'))
    .map((file) => tableOf(formulasOf(readFileSync(file, 'utf8'), file), file));

/** Every formula of the pages and of the registry. */
export async function pageFormulas(registry = registryTables()) {
  return [...ownTables(), ...Object.values(await registry)].flatMap((table) => Object.values(table));
}

/** Number of encodings whose cards are visible at first. */
const FIRST = 12;

/**
 * Tables of the registry: `analyses`, and `encodings` with all other formulas. `first-heads` and `heads` contain the
 * first statement of each encoding's formula by id, for the first cards and for the rest.
 */
async function registryTables() {
  const found = { encodings: [], analyses: [] };
  for (const file of readdirSync(generated).filter((name) => name.endsWith('.js'))) {
    const formulas = formulasOfRegistry(await import(new URL(file, generated)));
    found[/^analys[ei]s/.test(file) ? 'analyses' : 'encodings'].push(...formulas);
  }
  const encodings = tableOf(found.encodings, 'encodings');
  const { texts } = await import(new URL('encoding-texts.js', generated));
  const heads = Object.entries(texts.encodings).map(([id, { formula }]) => [
    id,
    headOf(encodings[keyOf(formula, true)]),
  ]);
  const [first, rest] = [heads.slice(0, FIRST), heads.slice(FIRST)].map(Object.fromEntries);
  return { encodings, 'first-heads': first, heads: rest, analyses: tableOf(found.analyses, 'analyses') };
}

/** The first statement of a formula whose statements are separated by \quad or \qquad. */
export function headOf([tag, attributes, [row, none, ...parts]]) {
  const end = parts.findIndex(([name, { width } = {}]) => name === 'mspace' && /^[12]em$/.test(width));
  const head = end < 0 ? parts : parts.slice(0, end);
  const last = head[head.length - 1];
  return [tag, attributes, [row, none, ...(/^[,;]$/.test(last[2]) ? head.slice(0, -1) : head)]];
}

/**
 * The Vite plugin: writes fonts and a style sheet to build/formulas, and adds to each module the table of its formulas.
 * @param others resolves to trees from other sources that use the same font
 */
export function formulas(others = async () => []) {
  let registry = {};
  return {
    name: 'formulas',
    enforce: 'pre', // reads TypeScript before it is compiled
    async buildStart() {
      registry = await registryTables();
      const characters = charactersOf([...(await pageFormulas(registry)), ...(await others())]);
      mkdirSync(made, { recursive: true });
      for (const [name, file] of Object.entries(fonts))
        writeFileSync(join(made, name), await smallFont(file, characters));
      copyFileSync(inModules('temml/dist/Temml-Local.css'), join(made, 'temml.css')); // refers to ./Temml.woff2
    },
    resolveId: (id) => (id.startsWith(VIRTUAL) ? `\0${id}` : null),
    load: (id) =>
      id.startsWith(`\0${VIRTUAL}`)
        ? `export default ${JSON.stringify(registry[id.slice(VIRTUAL.length + 1)])};`
        : null,
    transform(code, id) {
      if (!id.startsWith(notebook) || !id.endsWith('.ts')) return null;
      const table = tableOf(formulasOf(code, id), id);
      if (Object.keys(table).length === 0) return null;
      const add = `import { addFormulas as __add } from '${join(notebook, 'kit/formulas.ts')}';`;
      return { code: `${code}\n${add}\n__add(${JSON.stringify(table)});\n`, map: null };
    },
  };
}
