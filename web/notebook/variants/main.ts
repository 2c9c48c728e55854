/** Variants side by side: a question or any two specs, their pictures, and the mapping between them. */
import '../style/variants.css';
import { computed, effect, signal } from '@preact/signals-core';
import type { Posenc } from '../library.js';
import { store as keep } from '../history.js';
import { judged } from '../kit/accepted.js';
import { numberControl, startAndStep } from '../widgets/controls.js';
import { encodingMenu } from '../kit/encoding-menu.js';
import { type Content, fill, html } from '../kit/html.js';
import { nextTask } from '../kit/in-turn.js';
import { lazyParameters } from '../widgets/lazy-parameters.js';
import { section } from '../kit/section.js';
import { touched } from '../kit/touched.js';
import { byId, startPage } from '../page.js';
import { withCalls } from '../calls.js';
import { keyOf } from '../key.js';
import { compareSpecs } from './compare.js';
import { type Pair, pairs } from './pairs.js';
import { comparedView } from './shown.js';
import { fits, mostPositions, ofPair, variantsLink, type VariantsStore } from './state.js';

// The question and its answer are readable while the module loads.
void startPage((pe) => mount(withCalls(pe)), { preload: [] });

async function mount(pe: Posenc): Promise<void> {
  await nextTask(); // evaluating the page's code was a task
  const known = pairs.filter((pair) =>
    [pair.a, pair.b].every((spec) => pe.encodings.some((e) => e.id === spec.encoding)),
  ) as [Pair, ...Pair[]];
  const store = await keep(variantsLink(known, pe.encodings));
  const { state, update } = store;
  fill(byId('asked'), await question(store, known));
  await nextTask();

  const own: VariantsStore = { ...store, update: (patch, final) => update({ ...patch, pair: undefined }, final) };
  const sides = (['a', 'b'] as const).map((id) => ({ id, ...judged(pe, () => state.value[id]) }));
  const [first, second] = sides.map(({ id, failure }) => ({
    menu: encodingMenu(pe, own, id),
    parameters: lazyParameters(pe, own, id, { failure, summary: `Change ${id.toUpperCase()}` }),
  }));
  if (first === undefined || second === undefined) return;
  const below = html`<div class="controls">${sampling(store)}</div>`;
  const shown = comparedView(pe.encodings, [first, second], below, (side, spec) => own.update({ [side]: spec }));
  fill(byId('compared'), shown.element);

  const inputs = computed(() => {
    const [a, b] = sides.map(({ accepted }) => accepted.value);
    const { start, count, step, tolerance } = state.value;
    return (
      a &&
      b &&
      ({ specs: [a.spec, b.spec], shapes: [a.shape, b.shape], sampling: { start, count, step, tolerance } } as const)
    );
  });
  const root = byId('result');
  let last: unknown;
  section({
    at: shown.element,
    doing: 'Comparing',
    inputs: () => inputs.value,
    async compute({ specs, shapes, sampling }, signal) {
      const compared = await compareSpecs(pe, specs, shapes, sampling, signal);
      await shown.prepare(compared);
      return compared;
    },
    draw(compared, given) {
      last = given;
      void shown.show(compared, state.peek()).then(() => {
        if (last === given) root.dataset['compared'] = keyOf(given);
      });
    },
    fail() {
      last = undefined;
      delete root.dataset['compared'];
    },
  });
}

/** The question and its discussion. All answers but the first load on the first user action. */
async function question({ state, update }: VariantsStore, known: readonly Pair[]): Promise<HTMLElement> {
  const chosen = computed(() => known.find((pair) => pair.id === state.value.pair));
  const answers = signal<typeof import('./answers.js')>();
  const read = async (): Promise<void> => {
    answers.value ??= await import('./answers.js');
  };
  if (chosen.peek() && !chosen.peek()?.answer) await read();
  effect(() => void ((touched.value || (chosen.value && !chosen.value.answer)) && read()));
  const answer = (): Content => {
    if (chosen.value && !chosen.value.answer) return answers.value?.paragraphs(chosen.value.id);
    const text = chosen.value?.answer ?? 'The comparison below says what is the same in them, and what is not.';
    return text.split('\n').map((paragraph) => html`<p>${paragraph}</p>`);
  };
  const choose = ({ target }: Event): void => {
    const pair = known.find(({ id }) => id === (target as HTMLSelectElement).value);
    if (pair) update(ofPair(pair));
  };
  const option = ({ id, question }: Pair): HTMLElement =>
    html`<option value=${id} selected=${() => chosen.value?.id === id}>${question}</option>`;
  return html`<div class="stack" aria-live="polite">
    <h2 id="question-title" class="visually-hidden">A question that is often asked</h2>
    <select aria-label="Questions" class="question-menu" onchange=${choose}>
      ${known.map(option)}
      <option value="" selected=${() => chosen.value === undefined} disabled>Two specs of your own</option>
    </select>
    <p class="question-said" aria-hidden="true">${() => chosen.value?.question}</p>
    <div class="answer">${answer}</div>
    ${() => {
      const id = chosen.value?.id;
      return (
        id !== undefined &&
        html`<details class="asked fine" ontoggle=${read}>
          <summary>Where it is discussed</summary>
          ${() => answers.value?.sourcesOf(id)}
        </details>`
      );
    }}
  </div>`;
}

function sampling(store: VariantsStore): HTMLElement {
  const count = numberControl(store, {
    ...{ name: 'count', label: 'positions', min: 1, max: mostPositions, log: true, integer: true, fits: fits.count },
  });
  const tolerance = numberControl(store, {
    ...{ name: 'tolerance', label: 'tolerance', min: 1e-16, max: 1, log: true, fits: fits.tolerance },
  });
  return html`<details class="parameters">
    <summary>Change the positions</summary>
    <div class="controls">${count} ${startAndStep(store, 1000)} ${tolerance}</div>
  </details>`;
}
