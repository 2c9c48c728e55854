/** The page Find the mistake: the reader's numbers, the model that they should belong to, and the known mistakes. */
import '../style/intake.css';
import '../style/mistake.css';
import { computed } from '@preact/signals-core';
import { mistakes } from '../../lib/generated/mistakes.js';
import list from '../configs/index.json';
import { store as keep } from '../history.js';
import { button, toggle } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { linked, oneOf } from '../kit/state.js';
import type { Posenc } from '../library.js';
import { byId, startPage } from '../page.js';
import { presets } from '../presets.js';
import { factsTable } from '../widgets/facts-table.js';
import { handed } from '../widgets/handed.js';
import { ownFile } from '../widgets/own-file.js';
import { sourceLinks } from '../widgets/source.js';
import { type Expected, mountIdentify } from './identify.js';

/** The model of the example, and its frequencies with the two bounds of YaRN's ramp exchanged. */
const exampleModel = 'qwen2.5-7b-yarn';
const exampleSpec = {
  encoding: 'rope',
  dim: 128,
  base: 1_000_000,
  scaling: { type: 'yarn', factor: 4, originalContext: 32_768, betaFast: 1, betaSlow: 32 },
} as const;

const none = 'none';
const link = linked({ model: oneOf('config', none, [none, ...list.map(({ id }) => id)]) });

void startPage(mount, { preload: [], takesFiles: true });

async function mount(pe: Posenc): Promise<void> {
  const { state, update } = await keep(link);
  const own = ownFile();
  const expected = computed((): Expected | undefined => {
    const preset = presets.find(({ id }) => id === state.value.model);
    return own.file.value ?? (preset && { name: preset.title, text: preset.text });
  });
  const pick = (model: string): void => {
    own.forget();
    update({ model });
  };
  const chosen = (model: string) => (): boolean => own.file.value === undefined && state.value.model === model;
  fill(
    byId('model'),
    html`<h3>The model that they should belong to</h3>`,
    html`<div class=${() => `drop-zone${own.over.value ? ' over' : ''}`}>
      ${button('Choose its config.json', () => own.input.click())}${own.input}
      <span>${() => own.file.value?.name ?? 'or drop or paste it on this page'}</span>
    </div>`,
    own.fault,
    html`<ul class="preset-list">
      <li>${toggle('not known', chosen(none), () => pick(none))}</li>
      ${presets.map(
        ({ id, title }) =>
          html`<li>${toggle(title.split(': ')[0], chosen(id), () => pick(id), { 'data-preset': id })}</li>`,
      )}
    </ul>`,
    html`<p class="aside">Without a model, the specs that the numbers suggest are tried.</p>`,
  );
  mountIdentify(
    { asking: byId('asking'), result: byId('found') },
    pe,
    () => expected.value,
    async () => {
      pick(exampleModel);
      return Array.from(await pe.frequencies(exampleSpec), (x) => x.toPrecision(7)).join(', ');
    },
  );
  const other = handed();
  if (other) void own.take(other);
  fill(
    byId('list'),
    factsTable(
      'Known mistakes',
      ['Mistake', 'In', 'Found in'],
      mistakes.map(({ title, stage, sources }) => ({
        cells: [title.replaceAll(' - ', ' − '), stage, html`<span>${sourceLinks(sources.join(', '))}</span>`],
      })),
      'mistakes',
    ),
  );
}
