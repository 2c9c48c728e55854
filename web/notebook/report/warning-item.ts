/** One warning of a report, with its code and source. */
import type { RopeReport } from '../../lib/types/posenc.js';
import { html } from '../kit/html.js';
import { sourceLinks } from '../widgets/source.js';

export const warningItem = ({ code, message, source }: RopeReport['warnings'][number]): HTMLElement =>
  html`<li data-warning=${code}>
    <p>${message}</p>
    <p class="warning-source fine"><code>${code}</code> ${sourceLinks(source)}</p>
  </li>`;
