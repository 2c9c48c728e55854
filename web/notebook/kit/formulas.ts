/**
 * Formulas as MathML trees, made from TeX by the build (web/tools/formulas.mjs). Each module with formulas includes its
 * own; those of the registry load when first needed.
 */
export type Tree = string | readonly [element: string, attributes: Readonly<Record<string, string>> | 0, ...Tree[]];
export type Formulas = Readonly<Record<string, Tree>>;

const mathml = 'http://www.w3.org/1998/Math/MathML';
const known = new Map<string, Tree>();

export const keyOf = (source: string, display: boolean): string => (display ? `$$${source}` : `$${source}`);

export function addFormulas(formulas: Formulas): void {
  for (const [key, tree] of Object.entries(formulas)) known.set(key, tree);
}

export const formulaOf = (key: string): Tree | undefined => known.get(key);

/** Replaces the numbers of a formula by holes, for texts whose numbers change. */
export function withHoles(source: string): { readonly source: string; readonly leaves: Record<string, string> } {
  const leaves: Record<string, string> = {};
  let holes = 0;
  const general = source.replace(/\d+(\.\d+)?/g, (number) => {
    const hole = `#${holes++}`;
    leaves[hole] = number;
    return hole;
  });
  return { source: general, leaves };
}

/** Loads the formulas of the encodings, and those of the analyses only if the key is not among them. */
export async function loadFormula(key: string): Promise<Tree | undefined> {
  await encodingFormulas();
  if (!known.has(key)) await analysisFormulas();
  return known.get(key);
}

let encodings: Promise<void> | undefined;
let analyses: Promise<void> | undefined;
export const encodingFormulas = (): Promise<void> =>
  (encodings ??= import('virtual:formulas/encodings').then(({ default: table }) => addFormulas(table)));
export const analysisFormulas = (): Promise<void> =>
  (analyses ??= import('virtual:formulas/analyses').then(({ default: table }) => addFormulas(table)));

/** @param leaves replacements for leaf strings: `#0` … are holes for numbers */
export function mathOf(tree: Tree, leaves: Readonly<Record<string, string>> = {}): Node {
  if (typeof tree === 'string') return document.createTextNode(leaves[tree] ?? tree);
  const [name, attributes, ...inner] = tree;
  const element = document.createElementNS(mathml, name) as MathMLElement;
  for (const [attribute, value] of Object.entries(attributes === 0 ? {} : attributes)) {
    if (attribute === 'style')
      element.style.cssText = value; // the policy forbids the attribute
    else element.setAttribute(attribute, value);
  }
  element.append(...inner.map((one) => mathOf(one, leaves)));
  if (isRoot(element)) (roots ??= new ResizeObserver(fitRoots)).observe(element);
  return element;
}

/**
 * Chromium gives a root the width of the widest glyph of the font, up to 0.43 em too much. The excess is measured and
 * style/formulas.css removes it; browsers without excess are unaffected.
 */
let roots: ResizeObserver | undefined;
const isRoot = ({ localName }: Element): boolean => localName === 'msqrt' || localName === 'mroot';
function fitRoots(entries: readonly ResizeObserverEntry[]): void {
  // measures all before setting any, to avoid a layout per root
  const spare = entries.map(({ target }) => {
    const under = target.localName === 'mroot' ? target.firstElementChild : target.lastElementChild;
    const { right, width } = target.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(target).fontSize);
    return width === 0 || !under ? 0 : (right - under.getBoundingClientRect().right) / size;
  });
  entries.forEach(({ target }, i) => (target as MathMLElement).style.setProperty('--spare', spare[i]!.toFixed(3)));
}
