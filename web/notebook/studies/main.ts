/** The page Studies: questions with verdicts, and one study with its runs. */
import '../style/variants.css';
import '../style/lab.css';
import '../style/studies.css';
import { computed } from '@preact/signals-core';
import { verdicts } from '../../lib/studies/verdict.js';
import { type Store, store as keep } from '../history.js';
import { fill, html } from '../kit/html.js';
import { begin, listAndOne, plainly } from '../kit/list-and-one.js';
import { linked, oneOf, unset } from '../kit/state.js';
import { byId, startPage } from '../page.js';
import { recorded, type RecordedStudy, totals } from './recorded.js';

const link = linked({
  study: unset(
    oneOf(
      'study',
      recorded[0]!.id,
      recorded.map(({ id }) => id),
    ),
  ),
});
type Studies = Store<typeof link.initial>;

// The list computes nothing; training loads with the first run.
void startPage(mount, { preload: [] });

async function mount(): Promise<void> {
  const store = await keep(link);
  const { state, update } = store;
  fill(
    byId('totals'),
    totals.map((each) => html`<p>${each}</p>`),
  );
  fill(
    byId('questions'),
    recorded.map((study) => question(study, store)),
  );
  byId('back').addEventListener(
    'click',
    plainly(() => update({ study: undefined })),
  );
  const chosen = computed(() => recorded.find(({ id }) => id === state.value.study));
  let view: Promise<(study: RecordedStudy) => Promise<void>> | undefined;
  listAndOne(chosen, byId('study'), 'data-study', (study, from) => {
    view ??= import('./view.js').then(({ mountView }) => mountView());
    void view.then(async (show) => {
      await show(study);
      if (from === undefined) begin(byId('study'));
    });
  });
}

function question(study: RecordedStudy, { update }: Studies): HTMLElement {
  const open = plainly(() => update({ study: study.id }));
  const counts = verdicts
    .map((verdict, i) => ({ verdict, i, count: study.claims.filter((claim) => claim.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
  return html`<section class="study-row">
    <h2>
      <a href=${`#v=1&study=${study.id}`} data-study=${study.id} onclick=${open}>${study.question}</a>
    </h2>
    <p class="means">${study.title}</p>
    <ul class="verdict-counts">
      ${study.seeds === 0 ? html`<li>no runs are recorded yet</li>` : counts.map(({ verdict, i, count }) => html`<li data-verdict=${i}>${count} ${words(verdict, count)}</li>`)}
    </ul>
  </section>`;
}
/** "1 claim holds", "3 claims do not hold" */
const words = (verdict: string, count: number): string => {
  const claims = count === 1 ? 'claim' : 'claims';
  const plural = verdict.replace(/^holds/, 'hold').replace(/^does/, 'do');
  return `${claims} ${count === 1 ? verdict : plural}`;
};
