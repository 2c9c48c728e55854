/**
 * The sentences of a file for readers, and which of them are claims that can be untrue: those with a number or a
 * comparison. Reads HTML pages and notebooks, and prose strings in TypeScript.
 */
import MarkdownIt from 'markdown-it';
import { parse } from 'parse5';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const markdown = new MarkdownIt({ html: true });
/** Placeholder for code, formulas and computed parts of a text while it is judged: these are not words. */
const blank = '\u2026';

/** The sentences of a Markdown text, in the form of `sentencesOf`. */
export const sentencesIn = (text) => ofMarkdown(text).flatMap(sentences);

/**
 * [{ text, judged }]: a sentence, and the same sentence without code and computed parts.
 * @param apart names of fields whose texts are skipped, such as quotations
 */
export function sentencesOf(path, apart = [], source = readFileSync(path, 'utf8')) {
  if (/^[/*\s]*Written by /.test(source)) return []; // its own test compares it with its source
  const blocks = path.endsWith('.html') ? ofHtml(source) : ofTypeScript(source, apart);
  return blocks.flatMap(sentences);
}

/** Citations are not part of a sentence: `[@key place: verdict]`. */
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
/** Notes for teachers are read as well. */
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

/** A notebook's `${…}` is computed when it is shown. */
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

/** Some files define texts with TeX as raw templates, by this name. */
const rawTex = /\bconst tex = String\.raw\b/;
/** The text of a part of a template; a raw template keeps its backslashes. */
const written = (part) => {
  const template = ts.isTemplateSpan(part.parent) ? part.parent.parent : part.parent;
  const owner = ts.isTemplateExpression(template) ? template.parent : template;
  return ts.isTaggedTemplateExpression(owner) ? part.rawText : part.text;
};
/**
 * Strings and templates of at least three words that are not names of modules; template expressions are computed. Skips
 * formulas (`tex` and `formula`) and the arguments of calls that write code or check a value.
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
    if (ts.isCallExpression(node) && named(node.expression, 'check')) return; // its own number follows it
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

/** `parts` of a block are strings and { code }. */
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

/** Digits and words that are part of a name: float32, 3-D, half-masked, block 1, a year, an issue and the like. */
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

/** True if a number could contradict the sentence. Questions, and labels of one number or word, are not claims. */
export function isClaim({ judged }) {
  const text = judged.replace(names, blank);
  if (!judged.includes(' ') || !/\p{L}{2}/u.test(text)) return false;
  return !text.endsWith('?') && (numbers.test(text) || comparisons.test(text));
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** The value of a number in a text, and half a unit of its last digit. */
export function readNumber(text) {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return { value: word, half: 0 };
  const power = /^(\d+)\^(\d+)$/.exec(text);
  if (power) return { value: power[1] ** power[2], half: 0 };
  const plain = text.replace(/[,\s\u202f]/g, '').replace('−', '-');
  const digits = /\.(\d+)$/.exec(plain)?.[1].length ?? 0;
  return { value: plain === '' ? NaN : Number(plain), half: 0.5000001 * 10 ** -digits };
}

/** Claims are written with their computed numbers in braces; TeX has its own braces, after a letter, ^ or _. */
const inBraces = /(?<![\w^_}])\{([^{}]*)\}/g;
export const sentenceOf = ({ says, is }) => (is ? says.replace(inBraces, '$1') : says);
export const numbersOf = ({ says }) => [...says.matchAll(inBraces)].map(([, text]) => text);
