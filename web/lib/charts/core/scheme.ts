/** The colour scheme where a chart stands, whoever chose it: the system, the page, a part of the page. */
import { h } from './elements.js';
import type { Theme } from './theme.js';

export function schemeAt(root: ShadowRoot): Theme {
  if (!root.isConnected) return 'light';
  const probe = h('span', { hidden: true });
  probe.style.color = 'light-dark(rgb(0, 0, 0), rgb(255, 255, 255))';
  root.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === 'rgb(255, 255, 255)' ? 'dark' : 'light';
}
