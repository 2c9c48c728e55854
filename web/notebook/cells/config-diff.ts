/** A second file beside that of the page: chosen from the published ones or from disk, compared as it is chosen. */
import '../style/engines.css';
import { effect, signal } from '@preact/signals-core';
import type { ConfigDiff } from '../../lib/types/posenc.js';
import type { Context } from '../context.js';
import { configOf, presets } from '../presets.js';
import { contextSeries, contextTable, fieldTable, layerOf, pairSeries, verdict } from '../widgets/config-diff-view.js';
import { fill, freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { fileName } from '../widgets/report-pairs.js';
import { seriesView } from '../widgets/series-view.js';

interface Other {
  readonly name: string;
  readonly text: string;
}

export function mountDiff(root: HTMLElement, ctx: Context): void {
  const other = signal<Other | undefined>(undefined);
  const found = signal<ConfigDiff | undefined>(undefined);
  const work = job('Comparing the two files');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const said = h('p', { class: 'diff-verdict' });
  const fields = h('div', {});
  const byPair = seriesView({ name: 'Frequencies of both files by pair', file: () => `${fileName(ctx)}-diff` });
  const byContext = seriesView({
    name: 'Difference of the two files by context',
    file: () => `${fileName(ctx)}-diff-context`,
  });
  const lengths = h('div', {});
  const result = h('div', { hidden: true }, said, fields, byPair.element, byContext.element, lengths);

  const id = freshId('other');
  const list = h(
    'select',
    { id },
    h('option', { value: '' }, 'a published one …'),
    ...presets.map((preset) => h('option', { value: preset.id }, preset.title)),
  );
  list.addEventListener('change', () => {
    const preset = presets.find((each) => each.id === list.value);
    if (preset) other.value = { name: preset.title, text: preset.text };
  });
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json,.gguf',
    class: 'visually-hidden',
    'aria-label': 'Choose the other config.json or GGUF file',
    tabindex: -1,
  });
  file.addEventListener('change', () => {
    const chosen = file.files?.[0];
    file.value = '';
    if (chosen) void read(chosen);
  });
  const choose = h('button', { type: 'button', on: { click: () => file.click() } }, 'Choose a file');

  async function read(chosen: File): Promise<void> {
    list.value = '';
    try {
      const { configOfGguf, openGguf } = await import('../widgets/checkpoint.js');
      const text = /\.gguf$/i.test(chosen.name)
        ? JSON.stringify(configOfGguf(await openGguf(chosen)))
        : await chosen.text();
      other.value = { name: chosen.name, text };
    } catch (error) {
      show(failureOf(error).message);
    }
  }
  function show(message: string | undefined): void {
    fault.hidden = message === undefined;
    fill(fault, message);
  }

  effect(() => {
    const second = other.value;
    const { config, contextLength } = ctx.state.value;
    if (!second) return;
    work.run(
      (abort) => ctx.pe.diffConfigs(configOf(config).text, second.text, { signal: abort, contextLength }),
      (diff) => {
        show(undefined);
        found.value = diff;
        ctx.say(verdict(diff));
      },
      (error) => {
        found.value = undefined;
        show(failureOf(error).message);
      },
    );
  });
  effect(() => {
    const diff = found.value;
    const layer = diff && layerOf(diff, ctx.shownLayer.value?.layerType);
    result.hidden = layer === undefined;
    if (!diff || !layer) return;
    fill(said, `${ctx.configTitle.value} → ${other.value?.name ?? ''}. ${verdict(diff)}`);
    fill(fields, fieldTable(layer));
    byPair.show(pairSeries(layer));
    const contexts = contextSeries(layer);
    byContext.element.hidden = contexts === undefined || layer.same;
    if (contexts && !layer.same) byContext.show(contexts);
    fill(lengths, contextTable(layer));
  });
  root.append(
    h('p', { class: 'diff-choice' }, h('label', { for: id }, 'The other file: '), list, ' or ', choose, file),
    work.element,
    fault,
    result,
  );
}
