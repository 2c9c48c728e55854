/** Configuration in, report out: facts with the place each was read from, warnings, and every pair. */
import { computed, effect } from '@preact/signals-core';
import type { Band, ConfigReport, PairReport, RopeReport } from '../../lib/posenc.js';
import type { Context } from '../context.js';
import { presets } from '../presets.js';
import { ownConfig } from '../state.js';
import { dropZone } from '../widgets/drop-zone.js';
import { fill, freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum, short } from '../widgets/format.js';
import { job } from '../widgets/job.js';
import { numberField } from '../widgets/number-field.js';
import { saveText } from '../widgets/save.js';
import { heading, toolbar } from '../widgets/section.js';
import { sourceLink, sourceLinks } from '../widgets/source.js';
import { tabs } from '../widgets/tabs.js';

const LONGEST_CONTEXT = 2 ** 24;

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
    max: LONGEST_CONTEXT,
    log: true,
    integer: true,
    optional: true,
    onInput: (value, final) => ctx.update({ contextLength: value ?? null }, final),
  });
  const buttons = presetButtons(ctx);
  root.append(
    h(
      'div',
      { class: 'intake' },
      dropZone({ take: (text, name) => void take(text, name), refuse: showFault }),
      h('div', { class: 'presets' }, h('h3', {}, 'Or start from a published one'), buttons.element),
    ),
    fault,
    work.element,
    h('div', { class: 'report-head' }, h('div', {}, title, remark), context.element),
    layerTabs.element,
    panel,
  );

  const chosenConfig = computed(() => ctx.state.value.config);
  const chosenContext = computed(() => ctx.state.value.contextLength);
  effect(() => {
    const config = chosenConfig.value;
    const contextLength = chosenContext.value;
    const preset = 'preset' in config ? presets.find((p) => p.id === config.preset) : undefined;
    buttons.mark(preset?.id ?? null);
    const {
      text,
      title: name,
      note,
    } = preset ?? { text: 'text' in config ? config.text : '', title: 'name' in config ? config.name : '', note: '' };
    work.run(
      (signal) => ctx.pe.report(text, { signal, contextLength: contextLength ?? undefined }),
      (report) => {
        fault.hidden = true;
        fill(fault);
        context.setError(null);
        remark.textContent = note;
        ctx.setReport(report, name);
        ctx.say(`Report ready: ${report.type}, ${report.pairs.length} pairs, ${report.warnings.length} warnings.`);
      },
      (error) => {
        const failure = failureOf(error);
        if (failure.field === 'contextLength') context.setError(failure.message);
        else showFault(failure.message);
        ctx.setReport(null, name);
      },
    );
  });

  effect(() => {
    const report = ctx.report.value;
    const shown = ctx.shownLayer.value;
    if (report === null || shown === null) return;
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
    ctx.update({ config: await ownConfig(text, name), contextLength: null, layer: null, spec: null });
  }
  function showFault(message: string): void {
    fault.hidden = false;
    fill(fault, message);
  }
}

function presetButtons(ctx: Context): { element: HTMLElement; mark: (id: string | null) => void } {
  const buttons = presets.map((preset) =>
    h(
      'button',
      {
        type: 'button',
        class: 'preset-choose',
        'data-preset': preset.id,
        'aria-pressed': 'false',
        on: {
          click: () => ctx.update({ config: { preset: preset.id }, contextLength: null, layer: null, spec: null }),
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
            preset.fromMemory ? h('strong', { class: 'from-memory' }, 'typed from memory') : null,
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

interface Fact {
  readonly key: keyof RopeReport & string;
  readonly label: string;
  readonly value: Node | string;
  readonly means: string;
}

function summary(report: RopeReport): HTMLElement {
  const facts: Fact[] = [
    {
      key: 'type',
      label: 'Context extension',
      value: report.type,
      means: report.regime ? `regime now: ${report.regime}` : 'the rule for long contexts',
    },
    { key: 'base', label: 'Base', value: datum(report.base), means: 'frequencies are base^(−2i/r)' },
    { key: 'headDim', label: 'Head width', value: datum(report.headDim), means: 'channels of a query or key' },
    {
      key: 'rotaryDim',
      label: 'Rotated channels',
      value: datum(report.rotaryDim),
      means: `r, in ${report.pairs.length} pairs`,
    },
    {
      key: 'trainedContext',
      label: 'Trained context',
      value: datum(report.trainedContext),
      means: 'L, seen before scaling',
    },
    { key: 'contextLength', label: 'Context length', value: datum(report.contextLength), means: 'of this report' },
    {
      key: 'attentionFactor',
      label: 'Attention factor',
      value: datum(report.attentionFactor),
      means: 'multiplies cos and sin',
    },
    {
      key: 'softmaxMultiplier',
      label: 'Softmax multiplier',
      value: datum(report.softmaxMultiplier),
      means: 'multiplies attention logits',
    },
    {
      key: 'pairsWithFullTurn',
      label: 'Pairs that complete a turn',
      value: datum(report.pairsWithFullTurn, `${report.pairsWithFullTurn} of ${report.pairs.length}`),
      means: 'within the context length',
    },
    {
      key: 'pairsWithUnseenAngles',
      label: 'Pairs with unseen angles',
      value: datum(report.pairsWithUnseenAngles, `${report.pairsWithUnseenAngles} of ${report.pairs.length}`),
      means: 'beyond what training showed',
    },
  ];
  const shown = new Set<string>(facts.map((fact) => fact.key));
  const further = Object.entries(report.readFrom).filter(([key]) => !shown.has(key));
  return h(
    'div',
    { class: 'facts-scroll', tabindex: 0, role: 'region', 'aria-label': 'Facts of the report' },
    // The roles stay when a narrow screen lays the rows out as a grid.
    h(
      'table',
      { class: 'facts', role: 'table' },
      h(
        'thead',
        { role: 'rowgroup' },
        h(
          'tr',
          { role: 'row' },
          ...['Fact', 'Value', 'Read from'].map((name) => h('th', { scope: 'col', role: 'columnheader' }, name)),
        ),
      ),
      h(
        'tbody',
        { role: 'rowgroup' },
        ...facts.map((fact) =>
          factRow(
            fact.key,
            '',
            [fact.label, h('span', { class: 'means' }, fact.means)],
            fact.value,
            report.readFrom[fact.key],
          ),
        ),
        ...further.map(([key, from]) => factRow(key, 'further', [h('code', {}, key)], specValue(report, key), from)),
      ),
    ),
  );
}

function factRow(
  key: string,
  kind: string,
  name: readonly (Node | string)[],
  value: Node | string,
  from: string | undefined,
): HTMLElement {
  return h(
    'tr',
    { 'data-fact': key, class: kind, role: 'row' },
    h('th', { scope: 'row', role: 'rowheader' }, ...name),
    h('td', { class: 'value', role: 'cell' }, value),
    h('td', { class: 'from', role: 'cell' }, origin(from)),
  );
}

function origin(from: string | undefined): HTMLElement | string {
  return from === undefined ? h('span', { class: 'computed' }, 'computed') : h('code', {}, from);
}

/** The value of a further field, by its name: factor, betaFast, modelType … */
function specValue(report: RopeReport, key: string): Node | string {
  const name = key.split('.').pop() ?? key;
  const spec = report.spec as unknown as Record<string, unknown>;
  const scaling = (spec['scaling'] ?? {}) as Record<string, unknown>;
  const value = scaling[name] ?? spec[name] ?? (report as unknown as Record<string, unknown>)[name];
  if (typeof value === 'number') return datum(value);
  if (Array.isArray(value)) return `${value.length} numbers`;
  return value === undefined ? '' : String(value);
}

function warnings(report: RopeReport): HTMLElement {
  if (report.warnings.length === 0) {
    return h(
      'p',
      { class: 'calm' },
      'No warning: well-known engines are not known to disagree about this configuration.',
    );
  }
  return h(
    'div',
    { class: 'warnings' },
    h('h3', {}, report.warnings.length === 1 ? 'One warning' : `${report.warnings.length} warnings`),
    h(
      'ul',
      {},
      ...report.warnings.map((warning) =>
        h(
          'li',
          { 'data-warning': warning.code },
          h('p', {}, warning.message),
          h('p', { class: 'warning-source' }, h('code', {}, warning.code), ' ', sourceLinks(warning.source)),
        ),
      ),
    ),
  );
}

const COLUMNS: readonly (readonly [string, string])[] = [
  ['pair', 'i'],
  ['frequency', 'rad per position, after scaling'],
  ['unscaled', 'base^(−2i/r)'],
  ['wavelength', 'positions per turn'],
  ['turns trained', 'inside the trained context'],
  ['turns now', 'inside the context length'],
  ['band', 'what scaling did'],
  ['unseen', 'angles beyond training'],
];

function pairs(report: RopeReport, whole: ConfigReport, ctx: Context): HTMLElement {
  const rows = report.pairs.map((pair) =>
    h(
      'tr',
      { 'data-pair': pair.index, class: pair.band },
      h('th', { scope: 'row' }, pair.index),
      h('td', {}, datum(pair.frequency)),
      h('td', {}, datum(pair.unscaledFrequency)),
      h('td', {}, pair.wavelength === null ? 'does not turn' : datum(pair.wavelength)),
      h('td', {}, datum(pair.turnsTrained)),
      h('td', {}, datum(pair.turnsContext)),
      h('td', {}, bandMark(pair.band)),
      h('td', {}, pair.unseenAngles ? 'yes' : '–'),
    ),
  );
  const scroller = h(
    'div',
    { class: 'pairs-scroll', tabindex: 0, role: 'region', 'aria-label': `Table of ${report.pairs.length} pairs` },
    h(
      'table',
      { class: 'pairs' },
      h('thead', {}, h('tr', {}, ...COLUMNS.map(([name, means]) => h('th', { scope: 'col', title: means }, name)))),
      h('tbody', {}, ...rows),
    ),
  );
  const name = fileName(ctx);
  return h(
    'div',
    { class: 'pairs-block' },
    strip(report),
    h('details', { open: true }, h('summary', {}, `All ${report.pairs.length} pairs`), scroller),
    toolbar(
      'Report as a file',
      [
        {
          label: 'JSON',
          hint: 'the whole report',
          run: () => saveText(`${JSON.stringify(whole, null, 2)}\n`, `${name}-report.json`, 'application/json'),
        },
        {
          label: 'CSV',
          hint: 'the pairs',
          run: () => saveText(pairsCsv(report.pairs), `${name}-pairs.csv`, 'text/csv'),
        },
        {
          label: 'Config fragment',
          hint: 'rope_parameters, as transformers 5 writes them',
          run: async () => {
            saveText(
              `${JSON.stringify(await ctx.pe.exportConfig(report.spec, { maxPositionEmbeddings: report.contextLength }), null, 2)}\n`,
              `${name}-rope.json`,
              'application/json',
            );
          },
        },
      ],
      ctx.say,
    ),
  );
}

function bandMark(band: Band): HTMLElement {
  return h('span', { class: `band-mark ${band}` }, band);
}

/** One small square a pair, coloured by band: the whole head at a glance. */
function strip(report: RopeReport): HTMLElement {
  const counts = Object.entries(report.bands).filter(([, n]) => n > 0);
  const labelId = freshId('strip');
  return h(
    'div',
    { class: 'strip' },
    h(
      'p',
      { id: labelId, class: 'strip-label' },
      `${report.pairs.length} pairs, fastest first: `,
      ...counts.map(([band, n]) => h('span', { class: `band-count ${band}` }, `${n} ${band}`)),
    ),
    h(
      'div',
      { class: 'strip-cells', role: 'img', 'aria-labelledby': labelId },
      ...report.pairs.map((pair) =>
        h('span', {
          class: `strip-cell ${pair.band}`,
          title: `pair ${pair.index}: ${pair.wavelength === null ? 'does not turn' : `${short(pair.wavelength)} positions a turn`}, ${pair.band}`,
        }),
      ),
    ),
  );
}

function pairsCsv(all: readonly PairReport[]): string {
  const head = 'index,frequency,unscaled_frequency,wavelength,turns_trained,turns_context,band,unseen_angles';
  return `${[head, ...all.map((p) => [p.index, p.frequency, p.unscaledFrequency, p.wavelength ?? '', p.turnsTrained, p.turnsContext, p.band, p.unseenAngles].join(','))].join('\n')}\n`;
}

/** File names hold letters, digits and dashes only, whatever the config was called. */
export function fileName(ctx: Context): string {
  return (
    ctx.configTitle
      .peek()
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, '')
      .slice(0, 60) || 'config'
  );
}
