/** The picture of an encoding with its caption, computed on demand. */
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import { fill, html } from '../kit/html.js';
import type { DraftSpec } from '../state.js';
import { telling } from '../widgets/when-seen.js';
import { pictureOf } from './picture.js';
import { thumbnail } from './thumbnail.js';

/** @param draft the spec to draw */
export function figureOf(pe: Posenc, info: EncodingInfo, draft: () => Promise<DraftSpec>) {
  const picture = thumbnail(info.title);
  const caption = html`<figcaption>Computing …</figcaption>`;
  const element = html`<figure class="card-picture" data-state="waiting">${picture.element}${caption}</figure>`;
  return {
    element,
    png: picture.png,
    draw: telling(element, caption, async (signal) => {
      const made = await pictureOf(pe, info, await draft(), signal);
      picture.show(made);
      fill(caption, made.caption);
    }),
  };
}
