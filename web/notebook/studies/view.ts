/** One study: verdicts, curves, table and sources. */
import { signal } from '@preact/signals-core';
import { smallMultiples } from '../../lib/charts/index.js';
import { studies } from '../../lib/studies/list.js';
import { sources } from '../../lib/studies/sources.js';
import { median } from '../../lib/studies/statistics.js';
import type { Study } from '../../lib/studies/study.js';
import { verdicts } from '../../lib/studies/verdict.js';
import { toggle } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { row, table } from '../kit/tables.js';
import { byId } from '../page.js';
import { mountHere, type Live } from './here.js';
import { type RecordedRuns, type RecordedStudy, runsOf } from './recorded.js';

/** @returns a function that shows a study */
export function mountView(): (study: RecordedStudy) => Promise<void> {
  const live = signal<Live | undefined>(undefined);
  const showHere = mountHere(byId('here'), live);
  let stop = (): void => undefined;
  return async ({ id, claims, question }) => {
    const study = studies.find((one) => one.id === id)!;
    const runs = await runsOf(id);
    stop();
    fill(byId('title'), question);
    fill(byId('about-title'), study.title);
    fill(
      byId('claims'),
      claims.map(
        ({ text, verdict, evidence, primary, tests }) =>
          html`<li data-verdict=${verdicts.indexOf(verdict)}>
            <strong class="verdict">${verdict}</strong> <span>${primary && html`<em>Primary claim.</em> `}${text}</span>
            <span class="means">${evidence}</span> <span class="means">${tests}</span>
          </li>`,
      ),
    );
    fill(byId('table'), tableOf(runs));
    fill(
      byId('sources'),
      study.sources.map(
        ({ source, place, words }) =>
          html`<figure class="quotation">
            <blockquote>${words}</blockquote>
            <figcaption>${sources[source]!.citation}, ${place}</figcaption>
          </figure>`,
      ),
      html`<p>${study.about}</p>`,
    );
    showHere(study, runs);
    fill(byId('curves-title'), runs.staged ? 'By the length of documents' : 'Over training');
    const drawn = curvesOf(
      runs,
      study.arms.map(({ name }) => name),
      study,
    );
    fill(byId('curves'), drawn.element);
    stop = live.subscribe((now) => drawn.show(now?.study === id ? now : undefined));
  };
}

function tableOf({ head, rows }: RecordedRuns): HTMLElement {
  return table(head, { rows: rows.map((cells) => row(cells)) });
}

/** Axis title of a quantity: `test.accuracy` → "test accuracy". */
const titleOf = (name: string): string => name.replace('block1.', 'block 1, ').replace('.', ' ').replace('|', ', ');

/** Losses span decades; on a linear axis only the first evaluation would be visible. */
function spansDecades(values: readonly number[]): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length > 0 && Math.min(...known) > 0 && Math.max(...known) > 20 * Math.min(...known);
}

/** One panel per arm: median, minimum and maximum of its seeds, and the run of this browser. */
function curvesOf(
  runs: RecordedRuns,
  arms: readonly string[],
  study: Study,
): { element: HTMLElement; show(live?: Live): void } {
  const names = Object.keys(runs.curves);
  const chosen = signal(names[0]!);
  const place = html`<figure data-chart="study-curves" aria-label=${study.title}></figure>`;
  let now: Live | undefined;
  const draw = (): void => {
    const x = Float64Array.from(runs.at);
    const name = chosen.peek();
    const panels = arms.map((title, i) => {
      const seeds = runs.curves[name]![i] ?? [];
      const at = (of: (list: readonly number[]) => number): Float64Array =>
        Float64Array.from(runs.at, (_, k) => {
          const list = seeds.map((seed) => seed[k] ?? NaN).filter((value) => !Number.isNaN(value));
          return list.length === 0 ? NaN : of(list);
        });
      const here = now?.curves.get(title);
      const own = here && Float64Array.from(x, (at) => here.find((one) => one.at === at)?.numbers[name] ?? NaN);
      return {
        title,
        series: [
          { name: 'median of the recorded seeds', values: at(median) },
          { name: 'least', values: at((list) => Math.min(...list)) },
          { name: 'most', values: at((list) => Math.max(...list)) },
          ...(own ? [{ name: 'run in this browser', values: own }] : []),
        ],
      };
    });
    const options = {
      label: `${study.title}, ${titleOf(name)}`,
      x: { title: runs.staged ? 'words of a document' : 'step' },
      y: {
        title: titleOf(name),
        log: spansDecades(panels.flatMap(({ series }) => series.flatMap(({ values }) => [...values]))),
      },
      file: `study-${study.id}`,
    };
    fill(place, smallMultiples({ x, panels }, options));
  };
  const choose = (name: string) => (): void => {
    chosen.value = name;
    draw();
  };
  const pill = (name: string): HTMLElement => toggle(titleOf(name), () => chosen.value === name, choose(name));
  const pills = html`<div class="pills" role="group" aria-label="What is drawn">${names.map(pill)}</div>`;
  draw();
  return {
    element: html`<div>${names.length > 1 && pills}${place}</div>`,
    show(live) {
      const changed = live !== now;
      now = live;
      if (changed) draw();
    },
  };
}
