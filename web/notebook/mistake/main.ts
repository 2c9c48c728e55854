/** The page Find the mistake: the reader's numbers, the model that they should belong to, and the known mistakes. */
import '../style/intake.css';
import '../style/mistake.css';
import { computed, signal } from '@preact/signals-core';
import { mistakes } from '../../lib/identify/list.js';
import list from '../configs/index.json';
import { store as keep } from '../history.js';
import { button, fileInput, toggle } from '../kit/elements.js';
import { messageOf } from '../kit/errors.js';
import { fill, html } from '../kit/html.js';
import { linked, oneOf } from '../kit/state.js';
import type { Posenc } from '../library.js';
import { byId, startPage } from '../page.js';
import { presets } from '../presets.js';
import { factsTable } from '../widgets/facts-table.js';
import { type Given, takeFiles } from '../widgets/given-files.js';
import { handed, textOf } from '../widgets/handed.js';
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
  const own = signal<Expected | undefined>(undefined);
  const fault = signal<string | undefined>(undefined);
  const over = signal(false);
  const expected = computed((): Expected | undefined => {
    const preset = presets.find(({ id }) => id === state.value.model);
    return own.value ?? (preset && { name: preset.title, text: preset.text });
  });
  const take = async (given: File | Given): Promise<void> => {
    fault.value = undefined;
    try {
      own.value = { name: given.name, text: await textOf(given) };
    } catch (error) {
      fault.value = `${given.name}: ${messageOf(error)}`;
    }
  };
  const pick = (model: string): void => {
    [own.value, fault.value] = [undefined, undefined];
    update({ model });
  };
  const chosen = (model: string) => (): boolean => own.value === undefined && state.value.model === model;
  const input = fileInput(
    'Choose a config.json or a GGUF file',
    '.json,application/json,.gguf',
    (file) => void take(file),
  );
  takeFiles(
    (given) => void take(given),
    (is) => (over.value = is),
  );
  fill(
    byId('model'),
    html`<h3>The model that they should belong to</h3>`,
    html`<div class=${() => `drop-zone${over.value ? ' over' : ''}`}>
      ${button('Choose its config.json', () => input.click())}${input}
      <span>${() => own.value?.name ?? 'or drop or paste it on this page'}</span>
    </div>`,
    html`<p class="fault" role="alert" hidden=${() => fault.value === undefined}>${() => fault.value}</p>`,
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
  if (other) void take(other);
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
