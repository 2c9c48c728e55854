/** A card of the list: picture, name, year, start of the formula, and the models that use the encoding. */
import type { Posenc } from '../library.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import { freshId, html } from '../kit/html.js';
import { acceptedDraft } from '../start-values.js';
import type { WhenSeen } from '../widgets/when-seen.js';
import { figureOf } from './figure.js';
import { headFormula } from './formula.js';
import { usersOf, yearOf } from './origin.js';
import type { EncodingsStore } from './state.js';

export interface Card {
  readonly info: EncodingInfo;
  readonly year: number | undefined;
  /** Text searched, in addition to the source. */
  readonly words: string;
  readonly element: HTMLElement;
}

/** Two encodings are compared: a third replaces the first. */
const compared = 2;

export function card(info: EncodingInfo, pe: Posenc, seen: WhenSeen, { state, update }: EncodingsStore): Card {
  const { id, title, family } = info;
  const year = yearOf(info);
  const users = usersOf(info);
  const titleId = freshId('card');
  const figure = figureOf(pe, info, () => acceptedDraft(pe, info, { encoding: id }));
  seen.watch(figure.element, figure.draw);
  const ticked = (): boolean => state.value.ticked.includes(id);
  const tick = (): void => {
    const others = state.peek().ticked.filter((one) => one !== id);
    update({ ticked: ticked() ? others : [...others, id].slice(-compared) });
  };
  return {
    info,
    year,
    words: [id, title, family, users, ...info.stages, ...info.params.map(({ name }) => name)].join(' ').toLowerCase(),
    element: html`<article class="card" data-row=${id} aria-labelledby=${titleId}>
      ${figure.element}
      <div class="card-text">
        <h3 id=${titleId}>
          <a href=${`#${id}`} data-open=${id}>${title}</a>
          ${year !== undefined && html`<span class="card-year means">${year}</span>`}
        </h3>
        ${headFormula(id)}
        <div class="card-foot">
          <p class="means">${users !== '' && `Used by ${users}`}</p>
          <label class="card-tick means"
            ><input type="checkbox" checked=${ticked} onchange=${tick} aria-label=${`Compare ${title}`} />Compare</label
          >
        </div>
      </div>
    </article>`,
  };
}
