/** An exercise as controls: the input, hints one at a time, and the verdict of the sandbox. */
import { button } from '../../kit/elements.js';
import { fill, freshId, h, html } from '../../kit/html.js';
import { messageOf } from '../../kit/errors.js';
import type { Output, Verdict } from '../protocol.js';
import type { Box } from './box.js';
import { same } from './same.js';

type Posed = Extract<Output, { kind: 'exercise' }>;
export interface ExerciseActions {
  /** Submits an answer to the sandbox. */
  answer(index: number, given: string): void;
  /** The reader's previous answer. */
  before(key: string): { readonly given: string; readonly solved: boolean } | undefined;
  judged(key: string, verdict: Verdict): void;
}
/** Renders Markdown to an element. */
type Prose = (text: string) => HTMLElement;

const updates = new WeakMap<Element, (output: Posed) => boolean>();

/** Updates an existing exercise; returns false if it is a different one. */
export const updateExercise = (element: Element, output: Posed): boolean => updates.get(element)?.(output) ?? false;

export function exerciseElement(posed: Posed, prose: Prose, { answer, before, judged }: ExerciseActions): HTMLElement {
  const { index, key, question, hints } = posed;
  const known = before(key);
  const id = freshId('exercise');
  const box = answerBox(posed, id, known?.given ?? '');
  const told = h('div', { class: 'nb-verdict', role: 'status' });
  const solved = h('span', { class: 'nb-solved', hidden: known?.solved !== true }, '✓ solved');
  const shownHints = h('ol', { class: 'nb-hints stack gap-2', 'aria-label': 'Hints', hidden: true });
  const nameOfNext = (): string => `Hint ${shownHints.children.length + 1} of ${hints.length}`;
  const showNext = (): void => {
    shownHints.hidden = false;
    shownHints.append(h('li', {}, prose(hints[shownHints.children.length]!)));
    if (shownHints.children.length === hints.length) hint.hidden = true;
    else fill(hint, nameOfNext());
  };
  const hint = button(nameOfNext(), showNext, { hidden: hints.length === 0 });
  const submit = (event: Event): void => {
    event.preventDefault();
    const given = box.given();
    if (given === '') return fill(told, 'Give an answer first.');
    fill(told, 'Checking …');
    answer(index, given);
  };
  const element = html`<div
    class="nb-exercise stack"
    role="group"
    aria-labelledby=${`${id}-title`}
    data-solved=${String(known?.solved === true)}
  >
    <header>
      <h3 id=${`${id}-title`}>Exercise</h3>
      ${solved}
    </header>
    <div id=${`${id}-question`}>${prose(question)}</div>
    <form class="stack" onsubmit=${submit}>
      ${box.element}
      <div class="toolbar"><button type="submit" class="primary">Check</button>${hint}</div>
    </form>
    ${shownHints}${told}
  </div>`;
  const show = (verdict: Verdict | undefined): void => {
    told.className = `nb-verdict ${verdict ? (verdict.passes ? 'holds' : 'wrong') : ''}`;
    if (!verdict) return fill(told);
    if (verdict.passes) {
      solved.hidden = false;
      element.dataset['solved'] = 'true';
    }
    const said = h('strong', {}, verdict.passes ? '✓ Right.' : '✗ Not yet.');
    fill(told, said, ' ', verdict.reason && prose(verdict.reason));
  };
  updates.set(element, (next) => {
    const { verdict } = next;
    if (next.question !== question || next.answer !== posed.answer || next.key !== key) return false;
    if (String(next.choices) !== String(posed.choices) || String(next.hints) !== String(hints)) return false;
    if (!same(next.curve, posed.curve)) return false;
    if (verdict) judged(key, verdict);
    show(verdict);
    return true;
  });
  show(posed.verdict);
  return element;
}

/** A control that loads on demand; reserves its height. */
function lateBox(height: string, make: () => Promise<Box>): Box {
  let box: Box | undefined;
  const element = h('div', { class: 'nb-late-box' });
  element.style.minHeight = height;
  make().then(
    (made) => {
      box = made;
      fill(element, made.element);
    },
    (error: unknown) => fill(element, h('p', { class: 'fault', role: 'alert' }, messageOf(error))),
  );
  return { element, given: () => box?.given() ?? '' };
}

function answerBox(posed: Posed, id: string, before: string): Box {
  const { answer, choices, curve } = posed;
  if (answer === 'order')
    return lateBox(`${2.75 * choices.length}rem`, async () => {
      const { orderBox } = await import('./order.js');
      return orderBox(choices, `${id}-question`, before);
    });
  if (answer === 'choice') {
    const radio = (text: string, i: number): HTMLElement =>
      html`<label
        ><input type="radio" name=${id} value=${i} checked=${before === String(i)} /><span>${text}</span></label
      >`;
    const element = h('fieldset', { 'aria-labelledby': `${id}-question` }, ...choices.map(radio));
    return { element, given: () => element.querySelector<HTMLInputElement>('input:checked')?.value ?? '' };
  }
  if (curve)
    return lateBox('17rem', async () => {
      const { pointBox } = await import('./point.js');
      return pointBox(curve, before);
    });
  const label = { number: 'Your number', text: 'Your answer', code: 'Your code, an expression' }[answer as 'number'];
  const attributes = { id, class: 'text-box', autocomplete: 'off', spellcheck: 'false' };
  const box =
    answer === 'code'
      ? h('textarea', { ...attributes, rows: 3, class: 'text-box code' })
      : h('input', { ...attributes, type: 'text', inputmode: answer === 'number' ? 'decimal' : 'text' });
  box.value = before;
  box.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey } = event as KeyboardEvent;
    if (answer !== 'code' || key !== 'Enter' || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    box.form?.requestSubmit();
  });
  return { element: h('div', {}, h('label', { for: id }, label), box), given: () => box.value.trim() };
}
