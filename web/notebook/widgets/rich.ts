/** A sentence with formulas: text between $ signs is TeX, between $$ a display formula. */
import type { Content } from '../kit/dom.js';
import { said } from './said.js';
import { tex } from './tex.js';

export function rich(text: string): Content[] {
  return text.split(/(\$\$[^$]+\$\$|\$[^$]+\$)/).flatMap((part) => {
    if (part.startsWith('$$')) return tex(part.slice(2, -2), { display: true });
    return part.startsWith('$') ? tex(part.slice(1, -1)) : said(part);
  });
}
