/** The references of a notebook after its last cell, and how to cite the notebook. */
import { type Content, fill, html } from '../../kit/html.js';
import { copyText } from '../../widgets/copy-text.js';
import type { Cell } from '../format.js';
import { citedBy } from './citation.js';

export interface CitedNotebook {
  readonly title: string;
  readonly address: string;
}

/** @param itself citation of a notebook of this site */
export function fillReferences(place: HTMLElement, cells: readonly Cell[], itself: CitedNotebook | undefined): void {
  const rows = citedBy(cells).map(
    ({ key, full, address }): Content =>
      html`<li id=${`reference-${key}`}>
        ${full} ${address && html`<a href=${address} target="_blank" rel="noopener noreferrer">Open it</a>`}
      </li>`,
  );
  fill(
    place,
    rows.length > 0 &&
      html`<h2>References</h2>
        <ul>
          ${rows}
        </ul>`,
    itself && citing(itself),
  );
}

const citing = ({ title, address }: CitedNotebook): Content => {
  const bare = title.replace(/^\d+\. /, '');
  const bibtex = `@misc{posenc-${bare.toLowerCase().split(/\W+/).slice(0, 3).join('-')},\n  author = {{The posenc contributors}},\n  title = {${bare}},\n  howpublished = {A notebook of posenc},\n  url = {${address}}\n}`;
  return html`<details>
    <summary>Cite this notebook</summary>
    ${copyText(`The posenc contributors. ${bare}. A notebook of posenc. ${address}`, 'the citation')}
    ${copyText(bibtex, 'the entry for BibTeX')}
  </details>`;
};
