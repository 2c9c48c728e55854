/** The matrix of models and engines. Its answers come from the build; the core loads with the first chosen cell. */
import '../style/matrix.css';
import { computed, effect, signal } from '@preact/signals-core';
import published from 'virtual:matrix-answers';
import { matrixLengths } from '../../lib/advice/matrix.js';
import { store as keep } from '../history.js';
import { fileInput, button, toggle } from '../kit/elements.js';
import { failureOf, messageOf } from '../kit/errors.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import type { Posenc } from '../library.js';
import { byId, say, startPage } from '../page.js';
import { allAnswers, answerWords } from '../widgets/answer-words.js';
import { copyText } from '../widgets/copy-text.js';
import { type EngineName, engineTitles } from '../widgets/engine-titles.js';
import { short } from '../widgets/format.js';
import { type Given, takeFiles } from '../widgets/given-files.js';
import { handToReport, textOf } from '../widgets/handed.js';
import { link, type MatrixStore } from './state.js';
import { type Cell, type Row, signs, tableView } from './table.js';

void startPage(mount, { preload: [], takesFiles: true });

async function mount(pe: Posenc): Promise<void> {
  const store = await keep(link);
  const { state, update } = store;
  const own = signal<readonly Row[]>([]);
  const rows = computed((): readonly Row[] => [...own.value, ...published]);
  const search = computed(() => state.value.search);
  const shown = computed(() => {
    const words = search.value.toLowerCase().split(/\s+/);
    return rows.value.filter(
      ({ name, text }) => text !== undefined || words.every((word) => name.toLowerCase().includes(word)),
    );
  });
  fill(byId('controls'), controls(store, own, pe));
  const length = computed(() => state.value.length);
  effect(() => {
    const isChosen = ({ model, engine }: Cell): boolean => state.value.model === model && state.value.engine === engine;
    fill(
      byId('matrix'),
      tableView(shown.value, length.value, isChosen, (cell) => update({ ...cell })),
    );
  });
  section({
    at: byId('detail'),
    doing: 'Asking the engine’s rules',
    inputs() {
      const { model, engine } = state.value;
      const row = rows.value.find(({ name }) => name === model);
      return row && engine !== undefined && engine in row.answers
        ? { model: row.name, engine, length: length.value }
        : undefined;
    },
    async compute({ model, engine, length }, signal) {
      const text = await fileOf(rows.peek(), model);
      const [advice, { answersOf }] = await Promise.all([
        pe.extendContext(text, length, { signal }),
        import('../../lib/advice/answer.js'),
      ]);
      return { text, answer: answersOf(advice).rows.find(({ family }) => family === engine) };
    },
    draw({ text, answer }, { model, engine, length }) {
      if (!answer) return;
      const open = (event: Event): void => {
        event.preventDefault();
        void handToReport({ name: model, text }, say, `#v=1&ctx=${length}&engine=${engine}`);
      };
      fill(
        byId('detail'),
        html`<div class="matrix-detail" data-answer=${answer.answer}>
          <p>
            <strong>${model}</strong
            >${' on '}<strong>${engineTitles[engine as EngineName]}</strong>${` at ${short(length)} tokens: `}<strong
              class="matrix-word"
              >${answerWords[answer.answer]}</strong
            >
          </p>
          ${answer.command !== undefined && copyText(answer.command, `the command for ${answer.title}`)}
          ${answer.note !== undefined && html`<p>${answer.note}</p>`}
          <p><a href="report.html" onclick=${open}>The whole report</a></p>
        </div>`,
      );
    },
  });
}

async function fileOf(rows: readonly Row[], model: string): Promise<string> {
  const own = rows.find(({ name, text }) => name === model && text !== undefined);
  if (own) return own.text!;
  const { default: texts } = await import('virtual:matrix-texts');
  return texts[model]!;
}

/** Length, search, the reader's own files, and what the signs mean. */
function controls({ state, update }: MatrixStore, own: { value: readonly Row[] }, pe: Posenc): HTMLElement {
  const fault = signal<string | undefined>(undefined);
  const add = async (given: File | Given): Promise<void> => {
    fault.value = undefined;
    try {
      const text = await textOf(given);
      const { matrixOf } = await import('../../lib/advice/matrix.js');
      const row = { name: given.name, text, ...(await matrixOf(pe, text)) };
      own.value = [row, ...own.value.filter(({ name }) => name !== row.name)];
      say(`${given.name} is the first row.`);
    } catch (error) {
      fault.value = `${given.name}: ${failureOf(error).message || messageOf(error)}`;
    }
  };
  takeFiles((given) => void add(given));
  const input = fileInput(
    'Choose a config.json or a GGUF file',
    '.json,application/json,.gguf',
    (file) => void add(file),
  );
  const find = ({ currentTarget }: Event): void =>
    update({ search: (currentTarget as HTMLInputElement).value.slice(0, 120) });
  return html`<div class="matrix-controls">
    <div class="toolbar pills" role="group" aria-label="Context length">
      ${matrixLengths.map((length) =>
        toggle(
          `${short(length)} tokens`,
          () => state.value.length === length,
          () => update({ length }),
        ),
      )}
    </div>
    <input
      type="search"
      class="search-box"
      aria-label="Find a model"
      placeholder="Find a model"
      value=${() => state.value.search}
      oninput=${find}
    />
    ${button('Add a file', () => input.click(), { class: 'primary' })}${input}
    <p class="fault" role="alert" hidden=${() => fault.value === undefined}>${() => fault.value}</p>
    <ul class="matrix-legend" aria-label="Signs">
      ${allAnswers.map((answer) => html`<li><span class="matrix-sign" data-answer=${answer}>${signs[answer]}</span> ${answerWords[answer]}</li>`)}
    </ul>
  </div>`;
}
