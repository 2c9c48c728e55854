/** The same experiment at several norms, one row each, with the paper's numbers. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Experiment } from 'posenc';
import { create, type Posenc } from '../library.js';
import { smallMultiples } from '../../lib/charts/index.js';
import { csvField } from '../../lib/files/csv-field.js';
import { button, figure } from '../kit/elements.js';
import { fill, freshId, h, html } from '../kit/html.js';
import { row } from '../kit/tables.js';
import { failureOf } from '../kit/errors.js';
import { inWords } from '../widgets/in-words.js';
import { job } from '../kit/job.js';
import { keyOf } from '../key.js';
import { saveFile } from '../widgets/save.js';
import type { Context } from './context.js';
import { inLanes } from '../kit/lanes.js';
import { percent } from './measures.js';
import { published } from './own-data.js';
import { publishedBudget, publishedMeans } from '../../lib/studies/published.js';
import { givens } from './paper.js';
import { mostWorkers, settingOf } from './runs.js';
import { experimentOf, initial, mostSigmas, none, readSigmas } from './state.js';
import type { Evaluation } from '../../lib/types/posenc.js';

/** Share of the work after which the remaining time is shown. */
const measurable = 0.02;

interface SweptRun {
  readonly sigma: number;
  readonly experiment: Experiment;
  readonly evaluations: readonly Evaluation[];
}

export function mount(ctx: Context, root: HTMLElement): void {
  const { state, data, experiment, update } = ctx;
  const listed = { type: 'text', name: 'sigmas', class: 'lab-list text-box', autocomplete: 'off' };
  const list = h('input', { id: freshId('sigmas'), ...listed, onchange: () => chooseSigmas() });
  const error = h('p', { class: 'field-error', role: 'alert' });
  const run = button('', start, { class: 'primary' });
  const work = job('Training');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const head = h('tr', {});
  const body = h('tbody', {});
  const caption = h('caption', {});
  const table = h('div', { class: 'lab-table scrolls' }, h('table', {}, caption, h('thead', {}, head), body));
  const curves = h('div', {});
  const save = (): void => saveFile(csv(), 'lab-sweep.csv', 'text/csv');
  const files = h('div', { class: 'toolbar' }, button('CSV', save));
  let chart: ReturnType<typeof smallMultiples> | undefined;
  const swept = signal<readonly SweptRun[]>([]);
  /** Identifies the shown runs. */
  let key = '';

  /** The experiment of the first section at each norm; undefined if it has no norm. */
  const experiments = computed(() => {
    const { spec, ...rest } = state.value;
    if (spec === none || spec.encoding !== 'learned' || experiment.value === undefined) return undefined;
    const { task } = experiment.value;
    return state.value.sigmas.map((sigma): [number, Experiment] => [
      sigma,
      { ...experimentOf({ ...rest, spec: { ...spec, init: 'small-norm', sigma } }), task },
    ]);
  });

  root.append(
    html`<header class="cell-head">
      <h2 id="sweep-title">Several σ</h2>
      <p class="purpose">
        The experiment above is trained at several σ, as many at a time as this machine has processors, with the same
        budget and seed. For Latin squares the table has the means in the logs of LSTNN_public, too, and the text under
        it tells what differs.
      </p>
    </header>`,
    html`<div class="lab stack gap-4">
      <div class="field" data-field="sigmas">
        <label for=${list.id}>σ</label>
        <div class="field-control">${list}${run}</div>
        ${error}
      </div>
      ${work.element}${fault}${table}${figure('lab-sweep', 'Over training', curves)}${files}
    </div>`,
  );

  effect(() => {
    if (document.activeElement !== list) list.value = state.value.sigmas.join(', ');
  });
  effect(() => {
    const all = experiments.value;
    run.disabled = all === undefined;
    const missing = experiment.value === undefined ? 'the files' : 'the learned encoding';
    fill(run, all === undefined ? `Choose ${missing} above` : `Run ${all.length}`);
  });
  effect(() => show(swept.value));
  effect(() => void table.classList.toggle('stale', key !== '' && key !== keyOf([experiments.value])));

  function chooseSigmas(): void {
    const sigmas = readSigmas(list.value);
    error.textContent =
      sigmas === undefined
        ? `Give at most ${mostSigmas} numbers that are not negative, such as ${initial.sigmas.join(', ')}.`
        : '';
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
        const began = performance.now();
        const done = all.map(() => 0);
        const tell = (i: number, fraction: number): void => {
          done[i] = fraction;
          const share = done.reduce((sum, one) => sum + one, 0) / all.length;
          onProgress(share);
          const left = ((performance.now() - began) * (1 - share)) / share;
          if (share > measurable) caption.textContent = `${inWords(left)} to go`;
        };
        const workers = Math.max(1, Math.min(mostWorkers, all.length, navigator.hardwareConcurrency));
        const many = await create({ workers, preload: [], signal });
        try {
          await inLanes(workers, all, signal, ([sigma, experiment], i, stopped) =>
            sweepOne(many, sigma, experiment, stopped, (fraction) => tell(i, fraction)),
          );
        } finally {
          many.dispose(); // frees their memory
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

  async function sweepOne(
    pe: Posenc,
    sigma: number,
    experiment: Experiment,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<void> {
    const training = await pe.train(experiment, { signal });
    try {
      const evaluations: Evaluation[] = [];
      for await (const evaluation of training.evaluations({ signal, onProgress })) {
        evaluations.push(evaluation);
        const others = swept.peek().filter((one) => one.sigma !== sigma);
        swept.value = [...others, { sigma, experiment, evaluations: [...evaluations] }];
      }
    } finally {
      training.close();
    }
  }

  function show(runs: readonly SweptRun[]): void {
    for (const part of [table, curves.parentElement!, files]) part.hidden = runs.length === 0;
    const sorted = [...runs].sort((a, b) => a.sigma - b.sigma);
    const columns = sorted[0] ? columnsOf(sorted[0], puzzles() !== undefined) : [];
    fill(head, ...['σ', ...columns.map(([name]) => name)].map((name) => h('th', { scope: 'col' }, name)));
    const rowOf = (run: SweptRun): HTMLElement => row([run.sigma, ...columns.map(([, text]) => text(run))]);
    fill(body, sorted.map(rowOf));
    showCurves(sorted);
  }

  /** One panel per run with its splits over the steps; missing evaluations are NaN. */
  function showCurves(runs: readonly SweptRun[]): void {
    const steps = runs.map(({ evaluations }) => evaluations.map(({ step }) => step));
    const x = steps.reduce((most, one) => (one.length > most.length ? one : most), []);
    const [first] = runs;
    const [trained, ...tests] = first?.evaluations[0]?.splits ?? [];
    if (first === undefined || x.length === 0 || trained === undefined) return;
    const splits = [...tests, trained]; // in the order of the colours above
    const data = {
      x,
      panels: runs.map(({ sigma, evaluations }) => ({
        title: `σ = ${sigma}`,
        series: splits.map(({ split: name }) => ({
          name,
          values: Float64Array.from(x, (_, k) => {
            const split = evaluations[k]?.splits.find((one) => one.split === name);
            return split?.accuracy ?? split?.loss ?? NaN;
          }),
        })),
      })),
    };
    const shares = { title: 'share right', domain: [0, 1] as [number, number] };
    const y = trained.accuracy === undefined ? { title: 'error' } : shares;
    const sigmas = runs.map(({ sigma }) => sigma).join(', ');
    const label = ['Over training', `σ = ${sigmas}`, ...settingOf(first.experiment)].join(', ');
    const options = { label, x: { title: 'step' }, y, file: 'lab-sweep' };
    if (chart) return chart.update(data, options);
    chart = smallMultiples(data, options);
    fill(curves, chart);
  }

  function budget(of: Experiment | undefined): string {
    const { steps = 0, batch = publishedBudget.batch, seed = 0 } = of ?? {};
    const ours = `${steps.toLocaleString('en')} steps of ${batch} samples, seed ${seed}.`;
    const own = puzzles();
    if (own === undefined) return ours;
    const { seeds, shifted, blocks, dim, ...theirs } = publishedBudget;
    return `${ours} The paper has means of ${seeds} runs of ${theirs.steps.toLocaleString('en')} steps of ${theirs.batch} puzzles in ${blocks} blocks with d = ${dim}. Its shifted puzzles are ${shifted} that were made for people. ${own === 'drawn' ? `Ours are drawn. ${givens}` : 'Our puzzles were made for people, too.'}`;
  }

  /** Source of the experiment's Latin squares; undefined for other data. */
  function puzzles(): 'drawn' | 'published' | undefined {
    const { task } = state.peek();
    if (task === 'latin-square') return 'drawn';
    const given = data.peek();
    return given?.task === task && given.files['cells'] === published ? 'published' : undefined;
  }

  function csv(): string {
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => csvField(cell.textContent ?? '')).join(','),
    );
    return `${rows.join('\n')}\n`;
  }
}

type Column = readonly [name: string, text: (run: SweptRun) => string];

/** Columns for the measurements of a run, and for Latin squares also the paper's. */
function columnsOf({ evaluations: [first] }: SweptRun, latin: boolean): Column[] {
  const measure = (['cka', 'rsa'] as const).find((name) => first?.blocks[0]?.[name] !== undefined);
  const paper = (split: 'shifted' | 'test'): Column => [
    `paper: ${split}`,
    ({ sigma }) =>
      publishedMeans
        .find((one) => one.sigma === sigma)
        ?.[split].map(percent)
        .join(' ± ') ?? '',
  ];
  return [
    ['steps', ({ evaluations }) => evaluations.at(-1)!.step.toLocaleString('en')],
    ...[...(first?.splits ?? [])].reverse().map(({ split: name }): Column => [
      name,
      ({ evaluations }) => {
        const split = evaluations.at(-1)!.splits.find((one) => one.split === name);
        return percent(split?.accuracy ?? split?.loss);
      },
    ]),
    ...(measure === undefined ? [] : [structureColumn(measure)]),
    ['attention entropy at the start', ({ evaluations }) => percent(evaluations[0]!.blocks[0]?.attentionEntropy)],
    ...(latin ? [paper('shifted'), paper('test')] : []),
  ];
}

const structureColumn = (measure: 'cka' | 'rsa'): Column => [
  `${measure.toUpperCase()} of block 1`,
  ({ evaluations }) => percent(evaluations.at(-1)!.blocks[0]?.[measure]),
];
