/**
 * A formula, by its TeX. Its MathML was made when the page was built; what the registry says comes when it is looked
 * at, and so does the mathematics font. Until then, and where TeX is none of the page's, the TeX itself is shown.
 */
import '../style/formulas.css';
import { fill, h } from '../kit/dom.js';
import type { Tree } from '../kit/formulas.js';
import { formulaOf, keyOf, loadFormula, mathOf, withHoles } from '../kit/formulas.js';
import { reachable } from './reachable.js';

export interface TexOptions {
  /** On a line of its own. */
  readonly display?: boolean;
  /** Texts of the formula that stand for others: `#0` … are holes for numbers. */
  readonly leaves?: Readonly<Record<string, string>>;
}

export function tex(source: string, { display = false, leaves }: TexOptions = {}): HTMLElement {
  const element = h('span', { class: `tex${display ? ' display' : ''}${fontAtOnce ? ' seen' : ''}` });
  const key = keyOf(source, display);
  const show = (tree: Tree, texts = leaves): void => {
    fill(element, mathOf(tree, texts));
    if (display) reachable(element, 'Formula');
  };
  const general = withHoles(source);
  const tree = formulaOf(key) ?? formulaOf(keyOf(general.source, display));
  if (tree) show(tree, formulaOf(key) ? leaves : general.leaves);
  else fill(element, h('code', {}, source));
  sight.observe(element);
  works.set(element, () => {
    element.classList.add('seen');
    if (tree) return;
    loadFormula(key)
      .then((found) => (found ? show(found) : element.classList.add('raw')))
      .catch(() => element.classList.add('raw'));
  });
  return element;
}

/** Of a page with formulas in its first screen. */
const fontAtOnce = document.querySelector('link[rel=preload][as=font]') !== null;
/** So far outside the window a formula is set before it comes into view. */
const ahead = '800px 0px';
const works = new WeakMap<Element, () => void>();
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      works.get(target)?.();
    }
  },
  { rootMargin: ahead },
);
