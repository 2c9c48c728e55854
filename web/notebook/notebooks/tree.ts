/**
 * Renders trees of prose with a closed set of elements and attributes, since the prose is untrusted. Anything else is
 * shown as text.
 */
import { type Tree, mathOf } from '../kit/formulas.js';

export type { Tree };

/** Elements without attributes; the last two lines are for prose-tags.ts. */
const bare = [
  ...['p', 'strong', 'em', 'del', 'blockquote', 'ul', 'br', 'sup', 'hr', 'table', 'thead', 'tbody', 'tr', 'td'],
  ...['h1', 'h2', 'h3', 'h4'],
  ...['b', 'cite', 'dfn', 'figcaption', 'figure', 'i', 'ins', 'kbd', 'mark', 'q', 's', 'samp', 'small'],
  ...['sub', 'summary', 'u', 'var'],
];
/** The attributes that other elements may have, with allowed values. */
const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  ...Object.fromEntries(bare.map((name) => [name, {}])),
  abbr: { title: /^/, class: /^term$/, tabindex: /^0$/ },
  details: { open: /^$/, class: /^teacher$/ },
  code: { class: /^tex-wrong$/ },
  pre: { class: /^code$/, tabindex: /^0$/ },
  ol: { start: /^\d{1,6}$/, class: /^notes$/ },
  li: { id: /^note-[\w-]{1,40}$/ },
  th: { scope: /^col$/ },
  div: {
    id: /^formula-[\w-]{1,40}$/,
    class: /^(md-table|numbered|tex display( seen)?)$/,
    tabindex: /^0$/,
    role: /^group$/,
    'aria-label': /^Table$/,
  },
  span: { class: /^(number|tex( seen)?)$/ },
  // links within the site, or ordinary external ones; no other scheme
  a: {
    href: /^(https?:\/\/|mailto:|#|\.\/|[\w-]+\.html([?#]|$))/i,
    class: /^(note|back|cite|mention)$/,
    'aria-label': /^Back to the text$/,
  },
  // loading a remote picture would reveal the reader
  img: { src: /^data:image\/(png|jpeg|gif|webp);base64,/, alt: /^/ },
};
/** MathML without links, events or actions. */
const mathElement =
  /^(math|mrow|mi|mn|mo|ms|mspace|mtext|menclose|merror|mfrac|mpadded|mphantom|mroot|msqrt|mstyle|mmultiscripts|mover|mprescripts|msub|msubsup|msup|munder|munderover|mtable|mtd|mtr)$/;
const mathAttribute =
  /^(class|style|display|displaystyle|scriptlevel|mathvariant|mathsize|mathcolor|dir|stretchy|fence|form|separator|symmetric|largeop|movablelimits|accent|accentunder|lspace|rspace|minsize|maxsize|linethickness|width|height|depth|voffset|columnalign|rowalign|columnspacing|rowspacing|columnlines|rowlines|columnspan|rowspan|notation|intent|arg)$/;
/** No `url(…)`, and nothing that escapes the formula's box. */
const mathStyle = /^[-\w\s:;.,%#()]*$/;
const styleOutside = /url|position|fixed|image|content|filter/i;

export function treeNode(tree: Tree): Node {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const [name, attributes, ...inner] = tree;
  if (name === 'math') return safeMath(tree) ? mathOf(tree) : document.createTextNode(textOf(tree));
  const rules = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  if (!rules) return document.createTextNode(textOf(tree));
  const given = Object.entries(attributes === 0 ? {} : attributes);
  if (name === 'img' && !given.some(([key, value]) => key === 'src' && rules['src']!.test(value)))
    return notLoaded(Object.fromEntries(given));
  const element = document.createElement(name);
  for (const [key, value] of given)
    if (Object.hasOwn(rules, key) && rules[key]!.test(value)) element.setAttribute(key, value);
  if (element instanceof HTMLAnchorElement && /^https?:/i.test(element.getAttribute('href') ?? '')) {
    element.target = '_blank';
    element.rel = 'noopener noreferrer';
  }
  element.append(...inner.map(treeNode));
  return element;
}

/** A request would reveal the reader, so the picture is replaced by a link. */
function notLoaded({ src = '', alt = '' }: Readonly<Record<string, string>>): Node {
  const place = document.createElement('span');
  place.className = 'not-loaded';
  const named = alt === '' ? 'A picture' : `The picture “${alt}”`;
  const elsewhere = /^https?:/i.test(src);
  const link = treeNode(elsewhere ? ['a', { href: src }, 'Open it there'] : '');
  place.append(`${named} is not loaded: a notebook shows none of other places. `, link);
  return place;
}

function safeMath(tree: Tree): boolean {
  if (typeof tree === 'string') return true;
  const [name, attributes, ...inner] = tree;
  return (
    mathElement.test(name) &&
    Object.entries(attributes === 0 ? {} : attributes).every(
      ([key, value]) =>
        mathAttribute.test(key) && (key !== 'style' || (mathStyle.test(value) && !styleOutside.test(value))),
    ) &&
    inner.every(safeMath)
  );
}

const textOf = (tree: Tree): string =>
  typeof tree === 'string'
    ? tree
    : tree
        .slice(2)
        .map((one) => textOf(one as Tree))
        .join('');
