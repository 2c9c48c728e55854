/** Converts TeX to a MathML tree via Temml's own tree, without serialising to markup. Invalid TeX is shown as it is. */
import temml from 'temml';
import type { Tree } from './tree.js';

/** Temml's nodes (its src/mathMLTree.js and src/domTree.js): elements, texts and fragments. */
interface Made {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly style?: Readonly<Record<string, string>>;
  readonly classes?: readonly string[];
  readonly children?: readonly Made[];
}
type Reader = (tex: string, options: object) => Made;

const longest = 4096;
const read = (temml as unknown as { __renderToMathMLTree: Reader }).__renderToMathMLTree;

export function texTree(tex: string, display: boolean): Tree {
  try {
    if (tex.length > longest) throw new RangeError('too long');
    const [math] = treesOf(read(tex, { displayMode: display, throwOnError: true, annotate: false, maxExpand: 200 }));
    return display ? ['div', { class: 'tex display seen' }, math!] : ['span', { class: 'tex seen' }, math!];
  } catch {
    return ['code', { class: 'tex-wrong' }, tex];
  }
}

function treesOf(made: Made): Tree[] {
  const inner = (made.children ?? []).flatMap(treesOf);
  if (made.text !== undefined) return [made.text];
  if (made.type === undefined) return inner;
  const attributes: Record<string, string> = { ...made.attributes };
  if (made.classes && made.classes.length > 0) attributes['class'] = made.classes.join(' ');
  const style = Object.entries(made.style ?? {}).map(([name, value]) => `${kebab(name)}:${value}`);
  if (style.length > 0) attributes['style'] = `${style.join(';')};`;
  return [[made.type, Object.keys(attributes).length > 0 ? attributes : 0, ...inner]];
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
