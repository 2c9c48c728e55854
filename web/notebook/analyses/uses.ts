/** Next steps after a result: its frequencies as an encoding, and the same encoding on other pages. */
import type { Posenc } from '../library.js';
import type { AnalysisInfo } from '../../lib/types/registry.js';
import { comparisonOf, pageOf } from '../encodings/links.js';
import { button } from '../kit/elements.js';
import { html } from '../kit/html.js';
import type { DraftSpec } from '../state.js';
import type { Outputs } from './design.js';
import type { AnalysesStore } from './state.js';

export function uses(
  pe: Posenc,
  { state, update }: AnalysesStore,
  info: AnalysisInfo,
  outputs: Outputs,
  ofEncoding: boolean,
): HTMLElement | undefined {
  const { spec } = state.peek();
  const made = designed(pe, outputs);
  if (!made && !ofEncoding) return undefined;
  const use = (found: DraftSpec): void => update({ analysis: 'spectrum', params: {}, spec: found });
  const link = (address: string, text: string): HTMLElement => html`<li><a href=${address}>${text}</a></li>`;
  return html`<ul class="uses flow" aria-label=${`What to do with the answer: ${info.title}`}>
    ${
      made && [
        html`<li>${button('Use these frequencies as the encoding', () => use(made), { class: 'primary' })}</li>`,
        link(pageOf('kernels', made), 'See their kernel in Kernels'),
        link(comparisonOf([made, spec]), 'Compare them with the encoding in Variants'),
      ]
    }
    ${!made && link(pageOf('kernels', spec), 'See the encoding in Kernels')}
  </ul>`;
}

/** The frequencies found, as Fourier features of one coordinate. */
function designed(pe: Posenc, { turns, amplitudes }: Outputs): DraftSpec | undefined {
  const row = pe.encodings.find(({ id }) => id === 'fourier-features');
  if (!row || !(turns instanceof Float64Array) || !(amplitudes instanceof Float64Array)) return undefined;
  const lists = { frequencies: Array.from(turns), amplitudes: Array.from(amplitudes) };
  return { encoding: row.id, dim: 2 * turns.length, axes: 1, ...lists };
}
