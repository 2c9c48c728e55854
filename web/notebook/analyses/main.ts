/** The page Analyses: a list of questions, and one analysis with its result. */
import '../style/variants.css';
import '../style/kernels.css';
import '../style/gallery.css';
import '../style/analyses.css';
import { computed } from '@preact/signals-core';
import { analyses } from 'posenc';
import type { Posenc } from '../library.js';
import type { AnalysisInfo } from '../../lib/types/registry.js';
import { store as keep } from '../history.js';
import { fill, freshId, html } from '../kit/html.js';
import { begin, listAndOne, plainly } from '../kit/list-and-one.js';
import { byId, startPage } from '../page.js';
import { startParams } from '../start-values.js';
import { withCalls } from '../calls.js';
import { designs } from './designs.js';
import { analysesLink, type AnalysesStore } from './state.js';

// Nothing is computed for the list, so modules load with the first analysis.
void startPage((pe) => mount(withCalls(pe)), { preload: [] });

async function mount(pe: Posenc): Promise<void> {
  const store = await keep(analysesLink(pe.encodings));
  const { state, update } = store;
  const families = [...new Set(analyses.map(({ family }) => family))];
  fill(
    byId('questions'),
    families.map((family) =>
      group(
        family,
        analyses.filter((info) => info.family === family),
        store,
      ),
    ),
  );
  byId('back').addEventListener(
    'click',
    plainly(() => update({ analysis: undefined })),
  );
  const chosen = computed(() => analyses.find(({ id }) => id === state.value.analysis));
  let made: Promise<void> | undefined;
  listAndOne(chosen, byId('analysis'), 'data-analysis', (_, from) => {
    made ??= import('./view.js').then(({ mountView }) => mountView(pe, store, chosen));
    if (from === undefined) void made.then(() => begin(byId('analysis')));
  });
  await made;
}

function group(family: string, rows: readonly AnalysisInfo[], { update }: AnalysesStore): HTMLElement {
  const id = freshId('family');
  const open = ({ id, params }: AnalysisInfo): void =>
    update({ analysis: id, params: { ...startParams(params, {}, 1), ...designs[id]?.start } });
  return html`<section class="questions" aria-labelledby=${id}>
    <h2 id=${id}>${family.charAt(0).toUpperCase() + family.slice(1)}</h2>
    <ul>
      ${rows.map(
        (info) =>
          html`<li>
            <a href=${`#v=1&a=${info.id}`} data-analysis=${info.id} onclick=${plainly(() => open(info))}
              >${designs[info.id]?.question ?? info.title}</a
            >
            <span class="means">${info.title}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
