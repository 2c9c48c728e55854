/** The home page: a model's answers, and a picture of its positions. */
import '../style/intake.css';
import '../style/home.css';
import { computed, effect, signal } from '@preact/signals-core';
import first from 'virtual:home-start';
import type { Answers } from '../../lib/advice/answer.js';
import { embedded } from '../embed-mode.js';
import { store as keep } from '../history.js';
import { fill, html } from '../kit/html.js';
import { section } from '../kit/section.js';
import type { Posenc } from '../library.js';
import { byId, say, startPage } from '../page.js';
import { presets } from '../presets.js';
import { short } from '../widgets/format.js';
import { handToReport } from '../widgets/handed.js';
import { answerView } from './answer.js';
import { type Model, mountAsk } from './ask.js';
import { mountFlight } from './flight.js';
import type { Shown } from './picture.js';
import { start } from './start.js';
import { isOwn, link } from './state.js';

const fragment = location.hash.slice(1);
// The Report was once at this address, so links to it or to its parts are redirected.
if (embedded || !isOwn(fragment)) location.replace(`./report.html${location.search}${location.hash}`);
else {
  const named = presets.find(({ id }) => id === start.model)!;
  show({ preset: start.model, name: named.title.split(': ')[0]!, text: named.text }, first.answers);
  void startPage(mount, { takesFiles: true });
}

async function mount(pe: Posenc): Promise<void> {
  const store = await keep(link);
  const { state } = store;
  const model = mountAsk(byId('ask'), store);
  const shown = signal<Shown | undefined>(undefined);
  const asked = computed(() => ({ ...model.value, length: state.value.length }));
  section({
    at: byId('answer'),
    doing: 'Asking the engines’ rules',
    inputs: () => asked.value,
    async compute({ text, length, preset }, signal): Promise<Answers> {
      if (preset === start.model && length === start.length) {
        shown.value = first.shown;
        return first.answers;
      }
      const [report, { answersOf }] = await Promise.all([
        pe.report(text, { signal }),
        import('../../lib/advice/answer.js'),
      ]);
      if (report.instead) throw new Error(report.instead.text);
      const { spec, attentionFactor: amplitude } = report;
      if (spec.encoding === 'rope') shown.value = { spec, amplitude };
      return answersOf(await pe.extendContext(text, length, { signal }));
    },
    draw: (answers, { length: _, ...file }) => show(file, answers),
  });
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches || fragment !== '';
  mountFlight(pe, store, shown, { picture: byId('picture'), caption: byId('caption') }, !still);
  effect(() => fill(byId('token'), short(state.value.length)));
  await new Promise<void>((resolve) => effect(() => void (shown.value && resolve())));
}

function show(model: Model, answers: Answers): void {
  fill(byId('answer'), answerView(model.name, answers, reportLink(model, answers.contextLength)));
}

/** A link to the whole report on the model. */
function reportLink(model: Model, length: number): HTMLElement {
  const { preset } = model;
  if (preset !== undefined) return html`<a href="./report.html#v=1&config=${preset}&ctx=${length}">see all</a>`;
  const open = (event: Event): void => {
    event.preventDefault();
    void handToReport(model, say, `#v=1&ctx=${length}`);
  };
  return html`<a href="report.html" onclick=${open}>see all</a>`;
}
