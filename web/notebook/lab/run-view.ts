/** Charts of a run, live and afterwards: curves over steps, and places and attention of the inspected record. */
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { RunFacts } from '../../lib/types/posenc.js';
import type { Posenc } from '../library.js';
import { attentionMatrix, type ChartElement, type Rule } from '../../lib/charts/index.js';
import { figure, fold, toggle } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { fact } from '../kit/tables.js';
import { scrubber } from '../widgets/scrubber.js';
import { seriesView, type NamedSeries } from '../widgets/series-view.js';
import { splitColour } from '../widgets/quantity-colours.js';
import type { LiveRun } from './live-run.js';
import { guessing, measures, ofRandomVectors, percent } from './measures.js';
import { placesView } from './places-view.js';
import type { Record } from './record.js';

/**
 * @param runName for titles of saved pictures
 * @param brief folds away all but the first two charts
 */
export function runView(pe: Posenc, file: () => string, runName: () => string, brief = false) {
  const watched = signal<LiveRun>();
  /** Index of the inspected record; undefined for the newest. */
  const chosen = signal<number>();
  const block = signal(0);
  const records = computed(() => watched.value?.records.value ?? []);
  const at = computed(() => Math.min(chosen.value ?? Infinity, records.value.length - 1));
  const record: ReadonlySignal<Record | undefined> = computed(() => records.value[at.value]);
  const facts = computed(() => watched.value?.run.value?.facts);

  const choose = (index: number): void => {
    chosen.value = index >= records.peek().length - 1 ? undefined : index;
  };
  const chart = (name: string, title: string) => {
    const view = seriesView({
      name: () => `${title}, ${runName()}`,
      file: () => `${file()}-${name}`,
      onChoose: choose,
    });
    return {
      ...{ choose: view.choose, figure: figure(`lab-${name}`, title, view.element) },
      /** @param span y range when runs are compared; defaults to the range of the values */
      show(
        all: readonly Record[],
        series: readonly NamedSeries[],
        yTitle: string,
        { rules = [], span }: { readonly rules?: readonly Rule[]; readonly span?: readonly [number, number] } = {},
      ): void {
        const texts = (i: number): string =>
          series.map(({ name, values }) => `${name} ${percent(values[i]!)}`).join('; ');
        const [first] = all;
        // with a single record the axis extends to the next
        const next = facts.peek()?.evaluateEvery ?? 1;
        view.show({
          ...{ series, rules, yTitle, ...(span && { yDomain: span }) },
          ...{ x: Float64Array.from(all, ({ step }) => step), xTitle: 'step' },
          ...(first && all.length === 1 && { xDomain: [first.step, first.step + next] as const }),
          describe: (i) => `step ${all[i]?.step ?? 0}: ${texts(i)}`,
        });
      },
    };
  };
  const right = chart('accuracy', 'Accuracy');
  const conditions = chart('conditions', 'Accuracy by condition');
  const losses = chart('loss', 'Loss');
  const structure = chart('structure', 'Places against the truth');
  const entropy = chart('entropy', 'Attention entropy');
  const attention = html`<div></div>`;
  let attentionChart: ChartElement<never, never> | undefined;
  const places = placesView(pe, 'lab-places', runName);
  const scrub = scrubber('step', choose);
  const numbers = html`<dl class="lab-numbers"></dl>`;
  const attentionNote = html`<span class="means"></span>`;
  const placesFigure = figure('lab-places', 'Places, principal components', places.element);

  effect(() => {
    const all = records.value;
    const known = facts.value;
    if (all.length === 0 || known === undefined) return;
    showAccuracies(all, known);
    showLosses(all, known);
    showStructure(all, block.value);
  });
  effect(() => {
    for (const view of [right, conditions, losses, structure, entropy])
      view.choose(at.value < 0 ? undefined : at.value);
  });
  effect(() => {
    const all = records.value;
    if (at.value >= 0)
      scrub.set(
        all.map(({ step }) => step),
        at.value,
      );
  });
  const blocks = computed(() => record.value?.blocks.length ?? 0);
  const chosenBlock = computed(() => Math.min(block.value, blocks.value - 1));
  const isChosen = (i: number) => (): boolean => chosenBlock.value === i;
  const pill = (_: unknown, i: number) => toggle(`block ${i + 1}`, isChosen(i), () => (block.value = i));
  effect(() => {
    const now = record.value;
    const known = facts.value;
    if (now === undefined || known === undefined) return;
    const index = chosenBlock.value;
    const of = now.blocks[index]!;
    const label = tokenLabel(known);
    fill(
      numbers,
      measures(now, index, known).map(([name, text]) => fact(name, text)),
    );
    const tokens = Array.from({ length: known.tokens }, (_, token) => label(token));
    const queries = tokens.slice(known.tokens - of.attention.rows);
    const name = `Attention of block ${index + 1}, ${runName()}`;
    const options = { keys: tokens, queries, label: name, file: `${file()}-attention` };
    if (attentionChart) attentionChart.update(of.attention as never, options as never);
    else {
      attentionChart = attentionMatrix(of.attention, options) as unknown as ChartElement<never, never>;
      fill(attention, attentionChart);
    }
    fill(
      attentionNote,
      `first head, first sample of the ${known.splits[1]?.name ?? 'training'}; rows sum to 1${of.attention.rows < known.tokens ? '; the last block reads the last token alone' : ''}`,
    );
    placesFigure.hidden = of.table === undefined;
    if (of.table) places.show({ record: of, facts: known, label });
  });

  const others = [conditions.figure, structure.figure, entropy.figure];
  const closer = [
    html`<div class="pills" role="group" aria-label="Block" hidden=${() => blocks.value < 2}>
      ${() => Array.from({ length: blocks.value }, pill)}
    </div>`,
    numbers,
    html`<div class="linked-charts">
      ${placesFigure}${figure('lab-attention', ['Attention ', attentionNote], attention)}
    </div>`,
  ];
  const folded = (): HTMLElement =>
    html`<div class="lab-body stack gap-6">
      <div class="linked-charts bias-charts">${others}</div>
      ${closer}
    </div>`;
  return {
    element: html`<div class="lab-body stack gap-6" hidden=${() => facts.value === undefined}>
      ${scrub.element}
      <div class="linked-charts bias-charts">${right.figure}${losses.figure}${!brief && others}</div>
      ${brief ? fold('All that is measured', folded()) : closer}
    </div>`,
    /** Shows another run. */
    watch(live: LiveRun): void {
      chosen.value = undefined;
      watched.value = live;
    },
  };

  function showAccuracies(all: readonly Record[], facts: RunFacts): void {
    const { splits, conditions: names } = facts;
    const known = all[0]!.evaluation.splits.some(({ accuracy }) => accuracy !== undefined);
    right.figure.hidden = !known;
    conditions.figure.hidden = !known || names.length < 2;
    if (!known) return;
    const rules = guessing(facts);
    const of = (split: number): Float64Array =>
      Float64Array.from(all, ({ evaluation }) => evaluation.splits[split]?.accuracy ?? NaN);
    const series = splits.map(({ name }, i) => ({ name, colour: splitColour(i), values: of(i), dashed: i === 0 }));
    right.show(all, series, 'share right', { rules, span: [0, 1] });
    const test = Math.min(1, splits.length - 1);
    const byCondition = names.map((name, i) => ({
      ...{ name, colour: i + 3 },
      values: Float64Array.from(all, ({ evaluation }) => evaluation.splits[test]?.accuracyByCondition[name] ?? NaN),
    }));
    const title = `share right in the ${splits[test]?.name ?? ''}`;
    conditions.show(all, byCondition, title, { rules, span: [0, 1] });
  }

  function showLosses(all: readonly Record[], { splits, leastLoss, leastLossIsEstimated, loss }: RunFacts): void {
    const series = splits.map(({ name }, i) => ({
      name,
      colour: splitColour(i),
      dashed: i === 0,
      values: Float64Array.from(all, ({ evaluation }) => evaluation.splits[i]?.loss ?? NaN),
    }));
    const rules = Object.entries(leastLoss)
      .filter(([split]) => split !== splits[0]?.name) // that of the test splits is as low
      .map(([split, value]) => ({ value, text: `least of ${split}${leastLossIsEstimated ? ', estimated' : ''}` }));
    losses.show(all, series, loss === 'squared-error' ? 'mean squared error' : 'cross-entropy, nats', { rules });
  }

  function showStructure(all: readonly Record[], index: number): void {
    const of = (name: 'cka' | 'rsa' | 'procrustes' | 'attentionEntropy') =>
      Float64Array.from(all, ({ evaluation }) => evaluation.blocks[index]?.[name] ?? NaN);
    const series: NamedSeries[] = [
      { name: 'CKA', colour: 0, values: of('cka') },
      { name: 'RSA', colour: 1, values: of('rsa') },
      { name: 'Procrustes distance', colour: 2, values: of('procrustes') },
    ].filter(({ values }) => values.some(Number.isFinite));
    structure.figure.hidden = series.length === 0;
    const block = `block ${index + 1}`;
    if (series.length > 0) structure.show(all, series, block, { rules: [ofRandomVectors], span: ofStructure });
    const values = of('attentionEntropy');
    entropy.figure.hidden = !values.some(Number.isFinite);
    if (entropy.figure.hidden) return;
    const most = Math.log(facts.peek()?.tokens ?? 1);
    const alike = { rules: [{ value: most, text: 'all tokens alike' }], span: [0, 1.05 * most] as const };
    entropy.show(all, [{ name: 'entropy', colour: 4, values }], `${block}, nats`, alike);
  }
}

/** Range of CKA, RSA and nearly all Procrustes distances. */
const ofStructure: readonly [number, number] = [-0.2, 1.2];

/** "2·3" (row, column) if tokens are grid cells, else the index. */
function tokenLabel({ grid }: RunFacts): (token: number) => string {
  if (grid === undefined) return String;
  const [, width] = grid;
  return (token) => `${Math.floor(token / width) + 1}·${(token % width) + 1}`;
}
