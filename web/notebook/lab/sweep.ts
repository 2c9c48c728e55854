/** The same experiment at several norms, side by side: a row each, with the paper's numbers beside. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Experiment } from 'posenc';
import { smallMultiples } from '../../lib/charts/index.js';
import { csvField } from '../../lib/files/csv-field.js';
import { fill, freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { keyOf } from '../widgets/key.js';
import { saveText } from '../widgets/save.js';
import type { Context } from './context.js';
import { runDuration } from './duration.js';
import { percent } from './measures.js';
import { published, publishedBudget } from './paper.js';
import { experimentOf, readSigmas } from './state.js';
import type { Evaluation } from '../../lib/types/posenc.js';

interface SweptRun {
  readonly sigma: number;
  readonly evaluations: readonly Evaluation[];
}

export function mountSweep(root: HTMLElement, ctx: Context): void {
  const { pe, state, experiment, update } = ctx;
  const id = freshId('sigmas');
  const list = h('input', {
    id,
    type: 'text',
    name: 'sigmas',
    class: 'list-box',
    autocomplete: 'off',
    on: { change: () => chooseSigmas() },
  });
  const error = h('p', { class: 'field-error', role: 'alert' });
  const run = h('button', { type: 'button', class: 'primary', on: { click: () => start() } });
  const work = job('Training');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const body = h('tbody', {});
  const caption = h('caption', {});
  const table = h('div', { class: 'lab-table' }, h('table', {}, caption, head(), body));
  const curves = h('div', {});
  const figure = h('figure', { 'data-chart': 'lab-sweep' }, h('h3', {}, 'Over training'), curves);
  const files = h(
    'div',
    { class: 'toolbar' },
    h(
      'button',
      { type: 'button', class: 'quiet', on: { click: () => saveText(csv(), 'lab-sweep.csv', 'text/csv') } },
      'CSV',
    ),
  );
  let chart: ReturnType<typeof smallMultiples> | undefined;
  const swept = signal<readonly SweptRun[]>([]);
  /** Of the runs that are shown. */
  let key = '';

  /** The experiment of the first section with that norm; undefined where it has none. */
  const experiments = computed(() => {
    const { spec, ...rest } = state.value;
    if (spec?.encoding !== 'learned' || experiment.value === undefined) return undefined;
    const { task } = experiment.value;
    return state.value.sigmas.map((sigma): [number, Experiment] => [
      sigma,
      { ...experimentOf({ ...rest, spec: { ...spec, init: 'small-norm', sigma } }), task },
    ]);
  });

  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'sweep-title' }, 'Every norm'),
      h(
        'p',
        { class: 'purpose' },
        'The experiment above at several σ, with the same budget. The numbers of Ito et al. (arXiv:2406.08272) stand beside for Latin squares: their runs are 64 times as long and their model is larger, so compare the order, not the digits.',
      ),
    ),
    h(
      'div',
      { class: 'lab' },
      h(
        'div',
        { class: 'field', 'data-field': 'sigmas' },
        h('label', { for: id }, 'σ'),
        h('div', { class: 'field-control' }, list, run),
        error,
      ),
      work.element,
      fault,
      table,
      figure,
      files,
    ),
  );

  effect(() => {
    if (document.activeElement !== list) list.value = state.value.sigmas.join(', ');
  });
  effect(() => {
    const all = experiments.value;
    run.disabled = all === undefined;
    fill(
      run,
      all === undefined
        ? experiment.value === undefined
          ? 'Choose the files above'
          : 'Choose the learned encoding above'
        : `Run ${all.length}`,
    );
  });
  effect(() => show(swept.value));
  effect(() => {
    table.classList.toggle('stale', key !== '' && key !== keyOf([experiments.value]));
  });

  function chooseSigmas(): void {
    const sigmas = readSigmas(list.value);
    error.textContent = sigmas === undefined ? 'give 1 to 12 numbers from 0 on, such as 0.05, 0.2, 1, 2' : '';
    if (sigmas) update({ sigmas });
  }

  function start(): void {
    const all = experiments.peek();
    if (all === undefined) return;
    key = keyOf([all]);
    swept.value = [];
    fault.hidden = true;
    work.run(
      async (signal, onProgress) => {
        for (const [i, [sigma, experiment]] of all.entries()) {
          const training = await pe.train(experiment, { signal });
          const left = training.facts.steps * (all.length - i);
          caption.textContent = `${runDuration(left, training.facts.cost)} to go`;
          try {
            const evaluations: Evaluation[] = [];
            const tell = (fraction: number): void => onProgress((i + fraction) / all.length);
            for await (const evaluation of training.evaluations({ signal, onProgress: tell })) {
              evaluations.push(evaluation);
              swept.value = [
                ...swept.peek().filter((one) => one.sigma !== sigma),
                { sigma, evaluations: [...evaluations] },
              ];
            }
          } finally {
            training.close();
          }
        }
      },
      () => {
        caption.textContent = budget(all[0]?.[1]);
      },
      (thrown) => {
        fault.hidden = false;
        fill(fault, failureOf(thrown).message);
      },
    );
  }

  function show(runs: readonly SweptRun[]): void {
    for (const part of [table, figure, files]) part.hidden = runs.length === 0;
    const latin = state.peek().task === 'latin-square';
    fill(
      body,
      ...[...runs]
        .sort((a, b) => a.sigma - b.sigma)
        .map(({ sigma, evaluations }) => {
          const last = evaluations.at(-1)!;
          const first = evaluations[0]!;
          const of = (name: string): string => {
            const split = last.splits.find((one) => one.split === name);
            return percent(split?.accuracy ?? split?.loss);
          };
          const paper = latin ? published.find((one) => one.sigma === sigma) : undefined;
          const cells = [
            last.step.toLocaleString('en'),
            of(last.splits[0]!.split),
            of(last.splits[1]?.split ?? ''),
            of(last.splits[2]?.split ?? ''),
            percent(last.blocks[0]?.cka ?? last.blocks[0]?.rsa),
            percent(first.blocks[0]?.attentionEntropy),
            paper ? `${percent(paper.test[0])} ± ${percent(paper.test[1])}` : '',
            paper ? `${percent(paper.shifted[0])} ± ${percent(paper.shifted[1])}` : '',
          ];
          return h('tr', {}, h('th', { scope: 'row' }, sigma), ...cells.map((text) => h('td', {}, text)));
        }),
    );
    showCurves([...runs].sort((a, b) => a.sigma - b.sigma));
  }

  /** A panel each, its splits over its steps; what a run has not come to yet has no number. */
  function showCurves(runs: readonly SweptRun[]): void {
    const steps = runs.map(({ evaluations }) => evaluations.map(({ step }) => step));
    const x = steps.reduce((most, one) => (one.length > most.length ? one : most), []);
    const splits = runs[0]?.evaluations[0]?.splits ?? [];
    if (x.length === 0) return;
    const data = {
      x,
      panels: runs.map(({ sigma, evaluations }) => ({
        title: `σ = ${sigma}`,
        series: splits.map(({ split: name }, i) => ({
          name,
          values: Float64Array.from(x, (_, k) => {
            const split = evaluations[k]?.splits[i];
            return split?.accuracy ?? split?.loss ?? NaN;
          }),
        })),
      })),
    };
    const quantity = splits[0]?.accuracy === undefined ? 'error' : 'share right';
    const options = { x: { title: 'step' }, y: { title: quantity }, file: 'lab-sweep' };
    if (chart) return chart.update(data, options);
    chart = smallMultiples(data, options);
    fill(curves, chart);
  }

  function budget(of: Experiment | undefined): string {
    const { steps = 0, batch = 128, seed = 0 } = of ?? {};
    return `${steps.toLocaleString('en')} steps of ${batch} samples, seed ${seed}. The paper: ${publishedBudget}.`;
  }

  function csv(): string {
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => csvField(cell.textContent ?? '')).join(','),
    );
    return `${rows.join('\n')}\n`;
  }
}

function head(): HTMLElement {
  const names = [
    'σ',
    'steps',
    'trained on',
    'test',
    'shifted or second test',
    'block 1, CKA or RSA',
    'entropy at the start',
    'paper: test',
    'paper: shifted',
  ];
  return h('thead', {}, h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name))));
}
