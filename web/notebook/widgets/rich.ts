/** A sentence with formulas: what stands between $ signs is TeX, between $$ a formula on a line of its own. */
import type { Child } from './dom.js';
import { tex } from './tex.js';

export function rich(text: string): Child[] {
  return text.split(/(\$\$[^$]+\$\$|\$[^$]+\$)/).map((part) => {
    if (part.startsWith('$$')) return tex(part.slice(2, -2), { display: true });
    return part.startsWith('$') ? tex(part.slice(1, -1)) : part;
  });
}
