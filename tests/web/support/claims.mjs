/**
 * The sentences of a file that people read, and which of them claim something that can be untrue: those with a number or a
 * comparison. Pages and notebooks in HTML are read, and the strings of TypeScript that are prose.
 */
import MarkdownIt from 'markdown-it';
import { parse } from 'parse5';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const markdown = new MarkdownIt({ html: true });
/** What stands for code, formulas and computed parts of a text while it is judged: these are no words. */
const blank = '\u2026';

/** The sentences of a text in Markdown, as `sentencesOf` gives those of a file. */
export const sentencesIn = (text) => ofMarkdown(text).flatMap(sentences);

/**
 * [{ text, judged }]: a sentence as it is read, and the same without its code and what is computed.
 * @param apart names of fields whose texts are read by nobody here, such as quotations
 */
export function sentencesOf(path, apart = [], source = readFileSync(path, 'utf8')) {
  if (/^[/*\s]*Written by /.test(source)) return []; // a test of its own holds it to what it was written from
  const blocks = path.endsWith('.html') ? ofHtml(source) : ofTypeScript(source, apart);
  return blocks.flatMap(sentences);
}

/** Where a sentence cites is no part of what it says: `[@key place: verdict]`. */
const withoutCitations = (text) =>
  text.replace(/\s*\[@[^\]\n]*\]|(?<=\$\$) \{#[\w-]+\}/g, '').replace(/\[#[\w-]+\]/g, '`…`');

function ofMarkdown(source) {
  return markdown
    .parse(withoutCitations(source), {})
    .filter(({ type }) => type === 'inline')
    .map(({ children }) =>
      children.map(({ type, content }) => {
        if (type === 'softbreak' || type === 'hardbreak') return ' ';
        return type === 'code_inline' ? { code: content } : type === 'text' ? content : '';
      }),
    );
}

const silent = ['script', 'style', 'svg', 'math'];
const inline = [
  'a',
  'abbr',
  'b',
  'br',
  'cite',
  'code',
  'em',
  'i',
  'kbd',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'var',
];
/** What a teacher reads is read, too. */
const withNotes = (text) => text.replace(/^```notes\n([^]*?)^```/gm, '$1');

function ofHtml(source) {
  const blocks = [[]];
  const open = () => blocks.at(-1).length > 0 && blocks.push([]);
  const walk = (node) => {
    const given = (name) => node.attrs?.find((one) => one.name === name)?.value;
    if (node.nodeName === 'meta' && given('name') === 'description') blocks.push([given('content')], []);
    if (node.nodeName === 'script' && given('type') === 'text/markdown') {
      const text = node.childNodes
        .map(({ value }) => value)
        .join('')
        .replace(/\$\$[^$]+\$\$/g, blank);
      blocks.push(...ofMarkdown(withoutExpressions(withNotes(text.replace(/^ {4}/gm, '')))), []);
    }
    if (node.nodeName === 'script' && given('type') === 'module' && node.childNodes.length > 0)
      blocks.push(...ofTypeScript(withoutCitations(node.childNodes[0].value)), []);
    if (silent.includes(node.nodeName)) return;
    if (node.nodeName === '#text') blocks.at(-1).push(node.value);
    if (node.nodeName === 'code') return void blocks.at(-1).push({ code: textOf(node) });
    const apart = node.tagName !== undefined && !inline.includes(node.nodeName);
    if (apart) open();
    node.childNodes?.forEach(walk);
    if (apart) open();
  };
  walk(parse(source));
  return blocks;
}
const textOf = (node) => node.value ?? node.childNodes.map(textOf).join('');

/** A notebook's `${…}` is computed before its readers' eyes. */
function withoutExpressions(text) {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    if (!text.startsWith('${', at)) {
      out += text[at];
      continue;
    }
    let depth = 0;
    do {
      if (text[at] === '{') depth++;
      if (text[at] === '}') depth--;
      at++;
    } while (depth > 0 || text[at - 1] === '$');
    at--;
    out += blank;
  }
  return out;
}

/** Some files give their texts with TeX in them as raw templates, by this name. */
const rawTex = /\bconst tex = String\.raw\b/;
/** A part of a template: of a raw one the backslashes, too. */
const written = (part) => {
  const template = ts.isTemplateSpan(part.parent) ? part.parent.parent : part.parent;
  const owner = ts.isTemplateExpression(template) ? template.parent : template;
  return ts.isTaggedTemplateExpression(owner) ? part.rawText : part.text;
};
/**
 * Strings and templates of at least three words that are no names of modules; what is put into a template is computed. No
 * prose are formulas (`tex`, and what is given as `formula`), and what a call that writes code or checks a value is given.
 */
function ofTypeScript(source, apart = []) {
  const blocks = [];
  const file = ts.createSourceFile('prose.ts', source, ts.ScriptTarget.Latest, true);
  const take = (...parts) => {
    const text = parts.join('').trim();
    if (text.startsWith('<')) blocks.push(...ofHtml(text), []);
    else if (text.split(/\s+/).length > 2) blocks.push(parts);
  };
  const named = (node, name) => node?.getText(file) === name;
  const walk = (node) => {
    if (ts.isStringLiteral(node)) take(node.text);
    if (ts.isNoSubstitutionTemplateLiteral(node)) take(written(node));
    if (ts.isCallExpression(node) && named(node.expression, 'check')) return; // it stands beside its own number
    if (ts.isCallExpression(node) && named(node.expression, 'tex')) return;
    if (ts.isTaggedTemplateExpression(node) && named(node.tag, 'tex') && !rawTex.test(source)) return;
    if (ts.isPropertyAssignment(node) && ['formula', ...apart].includes(node.name.getText(file))) return;
    if (ts.isTemplateExpression(node))
      take(written(node.head), ...node.templateSpans.flatMap(({ literal }) => [blank, written(literal)]));
    ts.forEachChild(node, walk);
  };
  walk(file);
  return blocks;
}

/** Of a block's parts: texts, and { code }. */
function sentences(parts) {
  const codes = [];
  const text = parts
    .map((part) => (typeof part === 'string' ? part : `\u0001${codes.push(part.code) - 1}\u0001`))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return text
    .split(/(?<=[.!?]["”)]?)(?<!\b(?:al|e\.g|i\.e|cf|eq|vs)\.) (?=[^a-z])/)
    .filter((one) => one !== '')
    .map((one) => ({
      text: one.replace(/\u0001(\d+)\u0001/g, (_, i) => codes[i]),
      judged: one.replace(/\u0001\d+\u0001/g, blank),
    }));
}

/** Digits and words that are part of a name: float32, 3-D, half-masked, block 1, a year, an issue and their like. */
const names =
  /\b\w+(?:-[A-Za-z]\w*)+|\b[A-Za-z]+-?\d[\w.]*|\barXiv[: ]\S+|\bet al\. \d{4}|[\w./-]*#\d+|\bhttps?:\S+|\b(?:transformers|MathML) \d[\d.]*|\b(?:block|component|equation|eq\.|figure|layer|pair|seed|section|table) \d[\d.]*/gi;
const numbers =
  /\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundreds?|thousands?|millions?|billions?|half|halves|quarters?|tenth|twice|double)\b/i;
const comparisons = new RegExp(
  `\\b(${[
    'than|more|less|fewer|most|least|better|best|worse|worst|nearly|never|always|ahead',
    '(?:larg|small|high|low|long|short|fast|slow|near|clos|strong|weak|eas|hard|deep|wid|sharp|flat|great)(?:er|est|ier|iest)',
    '(?:rise|fall|grow|shrink|stay|decay|improve|exceed|outperform|win|beat|generalise|memorise)[sd]?',
  ].join('|')})\\b`,
  'i',
);

/** Whether a sentence says what a number could contradict; a question says nothing, and a number or a word is a label. */
export function isClaim({ judged }) {
  const text = judged.replace(names, blank);
  if (!judged.includes(' ') || !/\p{L}{2}/u.test(text)) return false;
  return !text.endsWith('?') && (numbers.test(text) || comparisons.test(text));
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** What a number in a text says, and half a unit of its last digit. */
export function readNumber(text) {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return { value: word, half: 0 };
  const power = /^(\d+)\^(\d+)$/.exec(text);
  if (power) return { value: power[1] ** power[2], half: 0 };
  const plain = text.replace(/[,\s\u202f]/g, '').replace('−', '-');
  const digits = /\.(\d+)$/.exec(plain)?.[1].length ?? 0;
  return { value: plain === '' ? NaN : Number(plain), half: 0.5000001 * 10 ** -digits };
}

/** A claim's sentence is written with its computed numbers in braces; TeX has braces of its own, after a letter, ^ or _. */
const inBraces = /(?<![\w^_}])\{([^{}]*)\}/g;
export const sentenceOf = ({ says, is }) => (is ? says.replace(inBraces, '$1') : says);
export const numbersOf = ({ says }) => [...says.matchAll(inBraces)].map(([, text]) => text);
