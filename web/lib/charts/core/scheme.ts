/** The colour scheme at the chart's place, set by the system, the page or a part of the page. */
import { h } from './elements.js';
import type { Theme } from './theme.js';

/** Calls `changed` when the scheme changes. */
export function onScheme(root: ShadowRoot, changed: () => void): void {
  const probe = h('span', { class: 'scheme', 'aria-hidden': 'true' });
  probe.addEventListener('transitionend', changed);
  root.append(probe);
}

export function schemeAt(root: ShadowRoot): Theme {
  if (!root.isConnected || matchMedia('print').matches) return 'light';
  const probe = h('span', { hidden: true });
  probe.style.color = 'light-dark(rgb(0, 0, 0), rgb(255, 255, 255))';
  root.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === 'rgb(255, 255, 255)' ? 'dark' : 'light';
}
