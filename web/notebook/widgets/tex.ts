/**
 * A formula from TeX. The build made its MathML; formulas of the registry and the mathematics font load when visible.
 * Until then, and for TeX unknown to the build, the source is shown.
 */
import '../style/formulas.css';
import { fill, h } from '../kit/dom.js';
import type { Tree } from '../kit/formulas.js';
import { formulaOf, keyOf, loadFormula, mathOf, withHoles } from '../kit/formulas.js';
import { reachable } from './reachable.js';

export interface TexOptions {
  /** Sets a display formula. */
  readonly display?: boolean;
  /** Replacements for leaf strings: `#0` … are holes for numbers. */
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

/** True on pages with formulas in their first screen. */
const fontAtOnce = document.querySelector('link[rel=preload][as=font]') !== null;
/** Distance outside the window at which a formula is set. */
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
