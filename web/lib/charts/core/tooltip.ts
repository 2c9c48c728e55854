/** Shows a reading next to its place, inside the chart. */
import { h } from './elements.js';
import type { Reading } from './kind.js';

export function showTip(tip: HTMLElement, reading: Reading | undefined, width: number, height: number): void {
  tip.hidden = reading === undefined;
  if (reading === undefined) return;
  tip.replaceChildren(
    h('b', {}, reading.title),
    ...reading.rows.map(({ name, value, colour }) => {
      const label = h('i', colour ? {} : { class: 'plain' }, name);
      if (colour) label.style.setProperty('--dot', `var(--posenc-${colour})`);
      return h('span', {}, label, value);
    }),
  );
  const [x, y] = reading.at;
  const { offsetWidth: w, offsetHeight: tall } = tip;
  // zooming may have moved the place far away, where the tip would widen the page
  const left = x + 14 + w <= width ? x + 14 : Math.min(Math.max(0, x - 14 - w), Math.max(0, width - w));
  const top = Math.min(Math.max(0, y - tall - 10), Math.max(0, height - tall));
  tip.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`;
}

/** The reading as a sentence. */
export const spoken = ({ title, rows, sentence }: Reading): string =>
  sentence ?? `${title}: ${rows.map(({ name, value }) => (name ? `${name} ${value}` : value)).join(', ')}`;
