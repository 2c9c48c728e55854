/** The picture of the home page and its controls. It flies from token 0 to the last by itself, once, if motion is welcome. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { choiceControl } from '../kit/choice-control.js';
import { button } from '../kit/elements.js';
import { failureOf } from '../kit/errors.js';
import { fill, html } from '../kit/html.js';
import type { Posenc } from '../library.js';
import { positionControls } from '../widgets/controls.js';
import { counted, short } from '../widgets/format.js';
import { darkTheme } from '../widgets/theme.js';
import { halves } from './divider.js';
import { frameOf, type Shown, tokens, type View } from './picture.js';
import { farthest, type HomeStore } from './state.js';
import { formats, stepAt, type StoredAs } from './stored.js';

/** First tokens of the stages. */
const stages = [0, 512, 4096, 32_768, 131_072, 1_000_000, 20_000_000, farthest];
/** Duration of a stage in ms, and tokens per ms within it. */
const [stay, speed] = [1900, 0.03];

interface Places {
  readonly picture: Element;
  readonly caption: Element;
}

/** @param model undefined until it is known */
export function mountFlight(
  pe: Posenc,
  store: HomeStore,
  model: ReadonlySignal<Shown | undefined>,
  { picture, caption }: Places,
  flies: boolean,
): void {
  /** First token during the flight, and whether a stage begins with it. */
  const flight = signal<{ readonly at: number; readonly begins: boolean } | undefined>(undefined);
  const controls: HomeStore = {
    ...store,
    state: computed(() => ({ ...store.state.value, position: flight.value?.at ?? store.state.value.position })),
    update(patch, final) {
      land();
      store.update(patch, final);
    },
  };
  const { state } = controls;
  const halfs = halves({ left: () => 'exact', right: () => `positions in ${state.value.stored}` });
  const named = [0, 4096, 131_072, 1_000_000, farthest].map((position) => [short(position), position] as const);
  const play = button(
    () => (flight.value ? 'Stop' : 'Fly'),
    () => (flight.value ? rest() : fly()),
  );
  fill(
    picture,
    halfs.element,
    html`<div class="flight-controls">
      ${play}
      <div class="flight-position">${positionControls(controls, farthest, named)}</div>
      ${choiceControl(
        controls,
        'stored',
        'Positions on the right',
        Object.fromEntries(formats.map((format) => [format, `in ${format}`])) as Record<StoredAs, string>,
      )}
    </div>`,
  );

  let wanted: (View & { readonly fades: boolean }) | undefined;
  let working = false;
  effect(() => {
    if (!model.value) return;
    const { position, stored } = state.value;
    wanted = {
      ...model.value,
      position,
      stored,
      theme: darkTheme() ? 'dark' : 'light',
      fades: flight.value?.begins ?? false,
    };
    void draw();
  });

  /** Computes one frame at a time; frames that are overtaken are left out. */
  async function draw(): Promise<void> {
    if (working) return;
    working = true;
    try {
      while (wanted) {
        const view = wanted;
        wanted = undefined;
        const frame = await frameOf(pe, view);
        halfs.show(frame, view.fades);
        fill(caption, captionOf(view, frame.places));
      }
    } catch (error) {
      fill(caption, failureOf(error).message);
    } finally {
      working = false;
    }
  }

  function fly(): void {
    const began = performance.now();
    let stage = -1;
    const step = (now: number): void => {
      const time = Math.max(0, now - began);
      const next = Math.min(stages.length - 1, Math.floor(time / stay));
      if (time >= stay * stages.length) return rest();
      const begins = next !== stage;
      stage = next;
      const at = Math.min(farthest, stages[stage]! + Math.floor((time - stage * stay) * speed));
      if (flight.peek()?.at !== at) flight.value = { at, begins };
      frame = requestAnimationFrame(step);
    };
    caption.removeAttribute('aria-live');
    step(began);
  }
  /** Ends the flight at its present token. */
  function rest(): void {
    const at = flight.peek()?.at;
    land();
    if (at !== undefined) store.update({ position: at });
  }
  function land(): void {
    cancelAnimationFrame(frame);
    flight.value = undefined;
    caption.setAttribute('aria-live', 'polite');
  }
  let frame = 0;
  if (flies) fly();
}

function captionOf({ position, stored }: View, places: number): HTMLElement {
  const step = stepAt(position + tokens - 1, stored);
  const where = `Each of the ${tokens} rows is a token, from ${short(position)} on, and each column a pair of channels, the fastest in the middle.`;
  const said =
    places === tokens
      ? `${stored} still holds each of these positions, so both sides are alike.`
      : places === 0
        ? `${stored} has no number beyond 65,504: on the right nothing is left.`
        : `Here ${stored} has steps of ${short(step)}: on the right, the ${tokens} tokens share ${counted(places, 'place')}.`;
  return html`<span>${where} ${said} <a href="precision.html">Which libraries do this, and when</a></span>`;
}
