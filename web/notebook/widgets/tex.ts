/** TeX as MathML, made when it is first needed; until then, and where it fails, the TeX itself is shown. */
import 'temml/dist/Temml-Local.css';
import { fill, h } from './dom.js';

export function tex(source: string, options: { readonly display?: boolean } = {}): HTMLElement {
  const element = h('span', { class: options.display ? 'tex display' : 'tex' }, h('code', {}, source));
  void import('temml')
    .then(({ default: temml }) => {
      const shown = document.createElement('span');
      temml.render(source, shown, { displayMode: options.display === true, throwOnError: true, annotate: false });
      fill(element, ...shown.childNodes);
      if (options.display) reachable.observe(element);
    })
    .catch(() => element.classList.add('raw'));
  return element;
}

/** A formula that is wider than its place scrolls, and what scrolls must be reachable by keyboard. */
const reachable = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) {
      target.setAttribute('tabindex', '0');
      target.setAttribute('role', 'group');
      target.setAttribute('aria-label', 'Formula');
    } else for (const name of ['tabindex', 'role', 'aria-label']) target.removeAttribute(name);
  }
});
