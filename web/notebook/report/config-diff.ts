/** Compares the page's file with another: a published one or one from disk. */
import '../style/engines.css';
import { computed, effect, signal } from '@preact/signals-core';
import type { ConfigDiff } from '../../lib/types/posenc.js';
import { fileInput, select } from '../kit/elements.js';
import { fill, freshId, html } from '../kit/html.js';
import { section, task } from '../kit/section.js';
import { say } from '../page.js';
import { presets } from '../presets.js';
import { seriesView } from '../widgets/series-view.js';
import { contextSeries, contextTable, fieldTable, layerOf, pairSeries, verdict } from './config-diff-view.js';
import type { Context } from './context.js';
import { fileName } from './pairs.js';

interface Other {
  readonly name: string;
  readonly text: string;
}

export function mountDiff(root: HTMLElement, ctx: Context): void {
  const other = signal<Other | undefined>(undefined);
  const found = signal<ConfigDiff | undefined>(undefined);
  const said = html`<p class="diff-verdict"></p>`;
  const fields = html`<div></div>`;
  const files = (): string => `${ctx.file.peek()?.title ?? ''} → ${other.peek()?.name ?? ''}`;
  const byPair = seriesView({ name: () => `Frequencies by pair, ${files()}`, file: () => `${fileName(ctx)}-diff` });
  const byContext = seriesView({
    name: () => `Difference by context, ${files()}`,
    file: () => `${fileName(ctx)}-diff-context`,
  });
  const lengths = html`<div></div>`;
  const result = html`<div hidden=${() => found.value === undefined}>
    ${said}${fields}${byPair.element}${byContext.element}${lengths}
  </div>`;
  const id = freshId('other');
  const titles = [['', 'a published one …'] as const, ...presets.map((one) => [one.id, one.title] as const)];
  const published = computed(() => presets.find((each) => each.id === ctx.state.value.other));
  const list = select(
    titles,
    { id },
    (chosen) => ctx.update({ other: chosen === '' ? undefined : chosen }),
    () => published.value?.id ?? '',
  );
  effect(() => {
    const preset = published.value;
    if (preset) other.value = { name: preset.title, text: preset.text };
  });
  const file = fileInput('Choose the other config.json or GGUF file', '.json,application/json,.gguf', (chosen) => {
    ctx.update({ other: undefined });
    reading.run(
      () => read(chosen),
      (next) => (other.value = next),
    );
  });
  const choice = html`<p class="diff-choice">
    <label for=${id}>The other file: </label>${list} or${' '}
    <button type="button" onclick=${() => file.click()}>Choose a file</button>${file}
  </p>`;
  fill(root, choice, result);
  const reading = task({ at: choice, doing: 'Reading the other file' });
  section({
    at: result,
    doing: 'Comparing the two files',
    inputs: () =>
      other.value &&
      ctx.file.value && { a: ctx.file.value.text, b: other.value.text, contextLength: ctx.file.value.contextLength },
    compute: ({ a, b, contextLength }, abort) => ctx.pe.diffConfigs(a, b, { signal: abort, contextLength }),
    draw(diff) {
      found.value = diff;
      say(verdict(diff));
    },
    fail: (failure) => void (failure && (found.value = undefined)),
  });
  effect(() => {
    const diff = found.value;
    const layer = diff && layerOf(diff, ctx.shownLayer.value?.layerType);
    if (!diff || !layer) return;
    fill(said, `${files()}. ${verdict(diff)}`);
    fill(fields, fieldTable(layer));
    byPair.show(pairSeries(layer));
    const contexts = contextSeries(layer);
    byContext.element.hidden = contexts === undefined || layer.same;
    if (contexts && !layer.same) byContext.show(contexts);
    fill(lengths, contextTable(layer));
  });
}

async function read(chosen: File): Promise<Other> {
  const { name } = chosen;
  if (!/\.gguf$/i.test(name)) return { name, text: await chosen.text() };
  const { configOfGguf, openGguf } = await import('../widgets/checkpoint.js');
  return { name, text: JSON.stringify(configOfGguf(await openGguf(chosen))) };
}
