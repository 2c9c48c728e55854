/** TeX as MathML, made when it is first needed; until then, and where it fails, the TeX itself is shown. */
import 'temml/dist/Temml-Local.css';
import { fill, h } from './dom.js';
import { reachable } from './reachable.js';

export function tex(source: string, options: { readonly display?: boolean } = {}): HTMLElement {
  const element = h('span', { class: options.display ? 'tex display' : 'tex' }, h('code', {}, source));
  void import('temml')
    .then(({ default: temml }) => {
      const shown = document.createElement('span');
      temml.render(source, shown, { displayMode: options.display === true, throwOnError: true, annotate: false });
      fill(element, ...shown.childNodes);
      if (options.display) reachable(element, 'Formula');
    })
    .catch(() => element.classList.add('raw'));
  return element;
}
