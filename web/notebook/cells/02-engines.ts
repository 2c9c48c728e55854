/** What inference engines make of the configuration, and how its context can be made longer with each of them. */
import '../style/engines.css';
import { computed, effect, signal } from '@preact/signals-core';
import type { EngineAnswer, ExtensionAdvice } from '../../lib/types/posenc.js';
import type { Context } from '../context.js';
import { configOf } from '../presets.js';
import { fill, h } from '../widgets/dom.js';
import { differences, engineTable } from '../widgets/engine-table.js';
import { failureOf } from '../widgets/errors.js';
import { criteriaTable, methodView, usable } from '../widgets/extension-view.js';
import { job } from '../widgets/job.js';
import { numberField } from '../widgets/number-field.js';
import { fileName } from '../widgets/report-pairs.js';
import { roundingTable } from '../widgets/rounding-table.js';
import { heading, note } from '../widgets/section.js';
import { seriesView } from '../widgets/series-view.js';
import { tabs } from '../widgets/tabs.js';

const longest = 2 ** 24;
/** Where rounding is looked at until the reader gives a length. */
const usualContext = 2 ** 17;
/** What the field holds until the reader says otherwise. */
const firstFactor = 4;

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    2,
    'What do engines make of it?',
    'Each engine reads the same file by its own rules. Here are their rules on this file, computed by the same exact core, against transformers 5.',
  );
  const text = computed(() => configOf(ctx.state.value.config).text);
  root.append(engines(ctx, text), h('h3', { class: 'extension-title' }, 'A longer context'), extension(ctx, text));
  root.append(
    note(
      'What to notice',
      h(
        'p',
        {},
        'Executed: the engine’s own code was run, and its numbers are what the tests compare with. Read: its source was read. A difference is computed for this file; it is no general remark.',
      ),
    ),
  );
}

type Text = { readonly value: string };

function engines(ctx: Context, text: Text): HTMLElement {
  const work = job('Asking the engines’ rules');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const table = h('div', { class: 'engines-place' });
  const chart = seriesView({
    name: () => `Difference from the reference by pair, ${ctx.configTitle.peek()}`,
    file: () => `${fileName(ctx)}-engines`,
  });
  chart.element.hidden = true;
  const answers = signal<readonly EngineAnswer[]>([]);
  effect(() => {
    const config = text.value;
    const { contextLength } = ctx.state.value;
    work.run(
      (signal) => ctx.pe.engines(config, { signal, contextLength, precisionAt: contextLength ?? usualContext }),
      (result) => {
        fault.hidden = true;
        answers.value = result;
        const apart = result.filter(({ difference, error }) => difference ?? error).length;
        ctx.say(`${result.length} engines: ${apart} differ from the reference or refuse the file.`);
      },
      (error) => {
        answers.value = [];
        fault.hidden = false;
        fill(fault, failureOf(error).message);
      },
    );
  });
  effect(() => {
    const all = answers.value;
    fill(table, all.length > 0 && engineTable(all), roundingTable(all));
    const apart = differences(all, ctx.shownLayer.value?.layerType ?? 'default');
    chart.element.hidden = apart === undefined;
    if (apart) chart.show(apart);
  });
  return h('div', {}, work.element, fault, table, chart.element);
}

function extension(ctx: Context, text: Text): HTMLElement {
  const work = job('Looking for ways');
  /** For the configuration that it was said of. */
  const wanted = signal<{ of: string; length: number | undefined } | undefined>(undefined);
  const chosen = signal<string | undefined>(undefined);
  const advice = signal<ExtensionAdvice | undefined>(undefined);
  const field = numberField({
    name: 'wantedContext',
    label: 'Wanted context length',
    doc: 'A number of positions, more than the file has.',
    min: 1024,
    max: longest,
    log: true,
    integer: true,
    optional: true,
    onInput: (length) => (wanted.value = { of: text.value, length }),
  });
  const title = h('p', { class: 'purpose' });
  const table = h('div');
  const panel = h('div', { class: 'method-panel' });
  const methods = tabs('Methods', panel, (id) => (chosen.value = id));
  effect(() => {
    const config = text.value;
    const length = wanted.value?.of === config ? wanted.value.length : undefined;
    work.run(
      async (signal) =>
        ctx.pe.extendContext(config, length ?? firstFactor * (await served(config, signal)), { signal }),
      (result) => {
        field.setError(undefined);
        field.set(result.contextLength);
        advice.value = result;
      },
      (error) => {
        advice.value = undefined;
        field.setError(failureOf(error).message);
      },
    );
  });
  effect(() => {
    const result = advice.value;
    const ways = result ? usable(result) : [];
    const shown = ways.find(({ id }) => id === chosen.value) ?? ways[0];
    title.textContent = result
      ? `${result.servedContext.toLocaleString('en')} positions now, ${result.contextLength.toLocaleString('en')} wanted. Put the names of your own files in place of MODEL and model.gguf.`
      : '';
    fill(table, result && criteriaTable(result));
    methods.set(
      ways.map(({ id, title: label }) => ({ id, label })),
      shown?.id ?? '',
    );
    fill(panel, shown && methodView(shown, ctx.say));
  });
  return h('div', {}, field.element, work.element, title, table, methods.element, panel);

  async function served(config: string, signal: AbortSignal): Promise<number> {
    const { layers } = await ctx.pe.importConfig(config, { signal });
    return Math.max(...Object.values(layers).map(({ maxContext }) => maxContext));
  }
}
