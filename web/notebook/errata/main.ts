/** The errata page: every judged statement, filtered by verdict. */
import '../style/errata.css';
import type { Posenc } from '../../lib/types/posenc.js';
import { byId, say, startPage } from '../page.js';
import { fill, h } from '../widgets/dom.js';
import { pills } from '../widgets/pills.js';
import { scrollToAnchor } from '../widgets/section-links.js';
import { themeButton } from '../widgets/theme.js';
import { whenSeen } from '../widgets/when-seen.js';
import { documents } from './documents.js';
import { verdicts } from './erratum.js';
import { erratumView } from './view.js';

void startPage(mount);

function mount(pe: Posenc): void {
  byId('tools').append(themeButton());
  const seen = whenSeen();
  const sections = documents.map((document) => {
    const rows = document.rows.map((row) => ({ verdict: row.verdict, element: erratumView(row, pe, seen) }));
    const element = h(
      'section',
      { id: document.id, class: 'cell errata', 'aria-labelledby': `${document.id}-title` },
      h(
        'header',
        { class: 'cell-head' },
        h('h2', { id: `${document.id}-title` }, document.title),
        h('p', { class: 'purpose' }, document.about),
      ),
      ...rows.map((row) => row.element),
    );
    return { element, rows };
  });
  fill(byId('documents'), ...sections.map((section) => section.element));
  const all = sections.flatMap((section) => section.rows);

  const filter = pills(
    'Show statements by verdict',
    (['all', ...verdicts] as const).map((verdict) => ({
      id: verdict,
      label: verdict,
      count: verdict === 'all' ? all.length : all.filter((row) => row.verdict === verdict).length,
    })),
    choose,
  );
  byId('filter').append(filter.element);
  show('all');
  scrollToAnchor(); // the rows that a link may name exist only now

  function choose(verdict: string): void {
    show(verdict);
    say(`${all.filter((row) => !row.element.hidden).length} of ${all.length} statements are shown.`);
  }
  function show(verdict: string): void {
    for (const section of sections) {
      for (const row of section.rows) row.element.hidden = verdict !== 'all' && row.verdict !== verdict;
      section.element.hidden = section.rows.every((row) => row.element.hidden);
    }
    filter.set(verdict);
  }
}
