/** Results of inference engines by pair, and the effect of each extension method on the pairs. */
import '../style/engines.css';
import { computed, effect } from '@preact/signals-core';
import type { EngineAnswer, ExtensionAdvice, ExtensionCriteria } from '../../lib/types/posenc.js';
import { changesOf } from '../../lib/engines/changed.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import { byId, say } from '../page.js';
import { counted, datum } from '../widgets/format.js';
import { seriesView } from '../widgets/series-view.js';
import type { Context } from './context.js';
import { differences, engineTable } from './engine-table.js';
import { factsTable, type FactRow } from '../widgets/facts-table.js';
import { fileName } from './pairs.js';
import { roundingTable } from './rounding-table.js';
import { waysNot, waysOf } from './verdict.js';

/** Context for rounding errors until the reader sets a length. */
const usualContext = 2 ** 17;

export function mount(ctx: Context): void {
  const tables = html`<div class="engines-place"></div>`;
  const chart = seriesView({
    name: () => `Difference from the reference by pair, ${ctx.file.peek()?.title ?? ''}`,
    file: () => `${fileName(ctx)}-engines`,
  });
  chart.element.hidden = true;
  fill(byId('answers'), tables, chart.element);
  const layer = computed(() => ctx.shownLayer.value?.layerType ?? 'default');
  section({
    at: byId('answers'),
    doing: 'Asking the engines’ rules',
    inputs: () =>
      ctx.file.value && { text: ctx.file.value.text, contextLength: ctx.file.value.contextLength, layer: layer.value },
    compute: ({ text, contextLength }, signal) =>
      ctx.pe.engines(text, { signal, contextLength, precisionAt: contextLength ?? usualContext }),
    draw(answers: readonly EngineAnswer[], asked) {
      const changes = changesOf(answers).map((line) => html`<p class="means">${line}.</p>`);
      fill(tables, engineTable(answers), ...changes, roundingTable(answers));
      const apart = differences(answers, asked.layer);
      chart.element.hidden = apart === undefined;
      if (apart) chart.show(apart);
      const others = answers.filter(({ difference, error }) => difference ?? error).length;
      const all = counted(answers.length, 'engine');
      say(answers.length > 1 ? `${all}: ${others} differ from the reference or refuse the file.` : `${all} answered.`);
    },
    // Hides the results of the previous file.
    fail: (failure) => void (byId('answers').hidden = failure !== undefined),
  });
  effect(() => {
    const advice = ctx.advice.value;
    byId('extensions').hidden = !advice?.methods.length;
    if (advice) fill(byId('criteria'), criteriaTable(advice), waysOf(advice).length > 0 && waysNot(advice));
  });
}

const criteriaTable = (advice: ExtensionAdvice): HTMLElement =>
  factsTable(
    'Ways to the longer context',
    ['Method', 'Angles beyond L', 'Kept, blended, scaled', 'Amplitude', 'Resolution', 'Training'],
    [
      ...criteriaRows('as it is', advice.unchanged, '–'),
      ...waysOf(advice).flatMap(({ title, layers, training }) => criteriaRows(title, layers, training)),
    ],
    'extensions',
  );

const criteriaRows = (
  title: string,
  layers: Readonly<Record<string, ExtensionCriteria>>,
  training: string,
): FactRow[] =>
  Object.entries(layers).map(([layer, { pairs, pairsWithUnseenAngles, bands, attentionFactor, resolution }]) => ({
    cells: [
      layer === 'default' ? title : `${title}, ${layer.replaceAll('_', ' ')}`,
      datum(pairsWithUnseenAngles, `${pairsWithUnseenAngles} of ${pairs}`),
      `${bands.kept}, ${bands.blended}, ${bands.scaled}`,
      datum(attentionFactor),
      datum(resolution),
      training,
    ],
  }));
