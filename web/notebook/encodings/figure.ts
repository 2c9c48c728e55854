/** The picture of an encoding with its caption, computed when it is asked for. */
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import { fill, html } from '../kit/html.js';
import type { DraftSpec } from '../state.js';
import { failureOf } from '../widgets/errors.js';
import type { SeenWork } from '../widgets/when-seen.js';
import { pictureOf } from './picture.js';
import { thumbnail } from './thumbnail.js';

export interface EncodingFigure {
  readonly element: HTMLElement;
  readonly draw: SeenWork;
  /** undefined before it is drawn. */
  png(): Promise<Blob | undefined>;
}

/** @param draft the spec that is drawn */
export function figureOf(pe: Posenc, info: EncodingInfo, draft: () => Promise<DraftSpec>): EncodingFigure {
  const picture = thumbnail(info.title);
  const caption = html`<figcaption>Computing …</figcaption>`;
  const element = html`<figure class="card-picture" data-state="waiting">${picture.element}${caption}</figure>`;
  return {
    element,
    png: picture.png,
    async draw(signal) {
      try {
        const made = await pictureOf(pe, info, await draft(), signal);
        picture.show(made);
        fill(caption, made.caption);
        element.dataset['state'] = 'done';
      } catch (error) {
        if (signal.aborted) throw error;
        element.dataset['state'] = 'failed';
        fill(caption, html`<span class="fault" role="alert">${failureOf(error).message}</span>`);
      }
    },
  };
}
