/** The page Studies: questions with their verdicts, and one of them with its runs. */
import '../style/variants.css';
import '../style/lab.css';
import '../style/studies.css';
import { computed, effect } from '@preact/signals-core';
import { verdicts } from '../../lib/studies/verdict.js';
import { type Store, store as keep } from '../history.js';
import { fill, html } from '../kit/html.js';
import { linked, oneOf, unset } from '../kit/state.js';
import { byId, startPage } from '../page.js';
import { copyLink } from '../widgets/copy-link.js';
import { themeButton } from '../widgets/theme.js';
import { recorded, type RecordedStudy } from './recorded.js';

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

// The list computes nothing: what trains comes with the first run.
void startPage(mount, { preload: [] });

async function mount(): Promise<void> {
  byId('tools').append(copyLink(), themeButton());
  const store = await keep(link);
  const { state, update } = store;
  fill(
    byId('questions'),
    recorded.map((study) => question(study, store)),
  );
  byId('back').addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    update({ study: undefined });
  });
  const title = document.title;
  const chosen = computed(() => recorded.find(({ id }) => id === state.value.study));
  let view: Promise<(study: RecordedStudy) => Promise<void>> | undefined;
  let before = chosen.peek();
  effect(() => {
    const study = chosen.value;
    byId('list').hidden = study !== undefined;
    byId('study').hidden = study === undefined;
    document.title = study === undefined ? title : `${study.title} · Studies · posenc`;
    const from = before;
    before = study;
    if (study === undefined) {
      document.querySelector<HTMLElement>(`[data-study="${from?.id}"]`)?.focus();
      return;
    }
    view ??= import('./view.js').then(({ mountView }) => mountView());
    void view.then(async (show) => {
      await show(study);
      if (from !== undefined) return;
      scrollTo(0, 0);
      byId('title').focus({ preventScroll: true });
    });
  });
}

function question(study: RecordedStudy, { update }: Studies): HTMLElement {
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    update({ study: study.id });
  };
  const counts = verdicts
    .map((verdict, i) => ({ verdict, i, count: study.claims.filter((claim) => claim.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
  return html`<section class="study-row">
    <h2>
      <a href=${`#v=1&study=${study.id}`} data-study=${study.id} onclick=${(event: Event) => open(event as MouseEvent)}
        >${study.question}</a
      >
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
