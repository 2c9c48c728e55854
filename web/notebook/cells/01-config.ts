/** Configuration in, report out: facts with the place each was read from, warnings, and every pair. */
import { computed, effect } from '@preact/signals-core';
import type { Context } from '../context.js';
import { configOf, presets } from '../presets.js';
import { ownConfig } from '../state.js';
import { dropZone } from '../widgets/drop-zone.js';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { counted } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { numberField } from '../widgets/number-field.js';
import { summary, warnings } from '../widgets/report-facts.js';
import { pairs } from '../widgets/report-pairs.js';
import { heading } from '../widgets/section.js';
import { sourceLink } from '../widgets/source.js';
import { tensorList } from '../widgets/tensor-list.js';
import { tabs } from '../widgets/tabs.js';

const longestContext = 2 ** 24;

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    1,
    'What does this model’s config do?',
    'A configuration selects the frequencies in a handful of fields that moved between library versions. The report says which value won, and from where.',
  );
  const work = job('Reading the configuration');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const title = h('h3', { class: 'report-title' });
  const remark = h('p', { class: 'report-remark' });
  const panel = h('div', { class: 'report' });
  const layerTabs = tabs('Layer types', panel, (layer) => ctx.update({ layer }));
  const context = numberField({
    name: 'contextLength',
    label: 'Report at context length',
    doc: 'Positions 0 … n−1 are in use. Empty: the longest that the configuration allows.',
    min: 64,
    max: longestContext,
    log: true,
    integer: true,
    optional: true,
    onInput: (value, final) => ctx.update({ contextLength: value }, final),
  });
  const buttons = presetButtons(ctx);
  const checkpoint = tensorList((draft, name) => {
    ctx.update({ spec: draft, picture: 'table' });
    ctx.say(`${name} is the encoding of all pictures now.`);
    document.getElementById('table')?.scrollIntoView();
  }, showFault);
  root.append(
    h(
      'div',
      { class: 'intake' },
      dropZone({
        take: (text, name) => void take(text, name),
        takeTensors: (file) => checkpoint.open(file),
        takeGguf,
        refuse: showFault,
      }),
      h('div', { class: 'presets' }, h('h3', {}, 'Or start from a published one'), buttons.element),
    ),
    checkpoint.element,
    fault,
    work.element,
    h('div', { class: 'report-head' }, h('div', {}, title, remark), context.element),
    layerTabs.element,
    panel,
    comparison(ctx),
  );

  const chosenConfig = computed(() => ctx.state.value.config);
  const chosenContext = computed(() => ctx.state.value.contextLength);
  effect(() => {
    const config = chosenConfig.value;
    const contextLength = chosenContext.value;
    buttons.mark('preset' in config ? config.preset : undefined);
    const { text, title: name, note } = configOf(config);
    work.run(
      (signal) => ctx.pe.report(text, { signal, contextLength: contextLength }),
      (report) => {
        if (report.instead) {
          showFault(report.instead.text);
          return ctx.setReport(undefined, name);
        }
        fault.hidden = true;
        fill(fault);
        context.setError(undefined);
        remark.textContent = note;
        ctx.setReport(report, name);
        ctx.say(
          `Report ready: ${report.type}, ${counted(report.pairs.length, 'pair')}, ${counted(report.warnings.length, 'warning')}.`,
        );
      },
      (error) => {
        const failure = failureOf(error);
        if (failure.field === 'contextLength') context.setError(failure.message);
        else showFault(failure.message);
        ctx.setReport(undefined, name);
      },
    );
  });

  effect(() => {
    const report = ctx.report.value;
    const shown = ctx.shownLayer.value;
    if (report === undefined || shown === undefined) return;
    title.textContent = ctx.configTitle.value;
    const layers = Object.keys(report.layers ?? {});
    layerTabs.set(
      layers.map((id) => ({ id, label: id.replaceAll('_', ' ') })),
      shown.layerType ?? layers[0] ?? '',
    );
    context.set(shown.contextLength);
    fill(panel, h('div', { class: 'report-columns' }, summary(shown), warnings(shown)), pairs(shown, report, ctx));
  });

  async function take(text: string, name: string): Promise<void> {
    ctx.update({ config: await ownConfig(text, name), contextLength: undefined, layer: undefined, spec: undefined });
  }
  /** Only the keys about positions stay: a link can carry them as it carries a config. */
  function takeGguf(file: File): void {
    work.run(
      async () => {
        const { configOfGguf, openGguf } = await import('../widgets/checkpoint.js');
        return take(JSON.stringify(configOfGguf(await openGguf(file))), file.name);
      },
      () => showFault(undefined),
      (error) => showFault(failureOf(error).message),
    );
  }
  function showFault(message: string | undefined): void {
    fault.hidden = message === undefined;
    fill(fault, message);
  }
}

/** What a second file changes: its code is loaded when it is unfolded. */
function comparison(ctx: Context): HTMLElement {
  const place = h('div', {});
  const folded = h('details', { class: 'config-diff' }, h('summary', {}, 'Compare it with another file'), place);
  const open = async (): Promise<void> => {
    const { mountDiff } = await import('./config-diff.js');
    mountDiff(place, ctx);
  };
  folded.addEventListener('toggle', () => void open(), { once: true });
  return folded;
}

function presetButtons(ctx: Context): { element: HTMLElement; mark: (id: string | undefined) => void } {
  const buttons = presets.map((preset) =>
    h(
      'button',
      {
        type: 'button',
        class: 'preset-choose',
        'data-preset': preset.id,
        'aria-pressed': 'false',
        on: {
          click: () =>
            ctx.update({ config: { preset: preset.id }, contextLength: undefined, layer: undefined, spec: undefined }),
        },
      },
      ...presetName(preset.title),
    ),
  );
  return {
    element: h(
      'ul',
      { class: 'preset-list' },
      ...presets.map((preset, i) =>
        h(
          'li',
          { class: 'preset' },
          buttons[i],
          h(
            'p',
            { class: 'preset-source' },
            sourceLink(preset.source, shortSource(preset.source)),
            preset.fromMemory ? h('strong', { class: 'from-memory' }, 'typed from memory') : undefined,
          ),
        ),
      ),
    ),
    mark: (id) => {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset['preset'] === id));
    },
  };
}

/** `Name: what is special about it`, the second part in small print. */
function presetName(title: string): (HTMLElement | string)[] {
  const [name = title, ...rest] = title.split(': ');
  return [name, ...(rest.length > 0 ? [h('span', { class: 'preset-kind' }, rest.join(': '))] : [])];
}

/** owner/model of an address on the model hub, else the address itself. */
function shortSource(source: string): string {
  return /^https:\/\/huggingface\.co\/([^/]+\/[^/]+)/.exec(source)?.[1] ?? source.replace(/^https:\/\//, '');
}
