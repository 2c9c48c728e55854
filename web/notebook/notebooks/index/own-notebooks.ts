/** The stored notebooks in the index. */
import { fill, html } from '../../kit/html.js';
import { moment } from '../../widgets/moment.js';
import { type Draft, drafts, dropDraft } from '../drafts.js';

export async function listOwn(place: HTMLElement): Promise<void> {
  const all = await drafts();
  const row = ({ id, title, source, at }: Draft): HTMLElement => {
    const drop = async (): Promise<void> => {
      await dropDraft(id);
      await listOwn(place);
    };
    return html`<li>
      <h3><a href="?draft=${id}">${title}</a></h3>
      <p>${source === undefined ? 'Your own' : `From ${source}`}, ${moment(at)}</p>
      <button type="button" class="quiet" aria-label="Delete ${title}" onclick=${drop}>Delete</button>
    </li>`;
  };
  const heading = html`<h2>Kept in this browser</h2>`;
  fill(
    place,
    all.length > 0 && heading,
    all.length > 0 &&
      html`<ul class="nb-index">
        ${all.map(row)}
      </ul>`,
  );
}
