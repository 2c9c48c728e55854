/** The reader's place in a chart: marked, shown in the tooltip, spoken, and shared with other charts. */
import type { ChartOptions, Picture, Place } from './kind.js';
import type { SceneNode } from './scene.js';
import { showScene } from './scene-dom.js';
import type { CursorValues } from './shared-cursor.js';
import type { Shell } from './shell.js';
import { showTip, spoken } from './tooltip.js';

export interface ReaderSpec {
  readonly element: HTMLElement;
  readonly shell: Shell;
  readonly now: () => {
    readonly picture: Picture | undefined;
    readonly options: ChartOptions;
    readonly width: number;
    readonly height: number;
  };
  /** Additional marks: the selection. */
  readonly selected: () => readonly SceneNode[];
  /** Called when the place has changed. */
  readonly moved: () => void;
}
export interface Reader {
  readonly place: Place | undefined;
  /** Start for keys. */
  readonly start: Place | undefined;
  /** Sets a place chosen in this chart and notifies all listeners. */
  moveTo(next: Place | undefined, aloud: boolean): void;
  /** Follows the place of other charts. */
  follow(values: CursorValues | undefined): void;
  /** Call this after the picture changed; the place may no longer exist. */
  settle(): void;
  choose(): void;
  /** Redraws the marks. */
  redraw(): void;
}

export function readerOf({ element, shell, now, selected, moved }: ReaderSpec): Reader {
  const { stage, marks, tip, spokenPlace } = shell;
  let place: Place | undefined;
  const valuesHere = (): CursorValues | undefined => place && now().picture?.places?.values(place);

  function show(aloud: boolean): void {
    const { picture, width, height } = now();
    const reading = place && picture?.places?.read(place);
    showScene(marks, [...selected(), ...(reading?.marks ?? [])]);
    showTip(tip, reading, width, height);
    const slider = picture?.places?.slider;
    const text = reading ? spoken(reading) : '';
    if (slider) {
      const rest = picture.places?.rest;
      const still = rest && picture.places?.read(rest);
      const known = place ?? rest;
      stage.setAttribute('aria-valuenow', String(known ? slider.index(known) : 0));
      stage.setAttribute('aria-valuetext', text || (still ? spoken(still) : 'nothing is read'));
    } else if (aloud) spokenPlace.textContent = text;
  }
  return {
    redraw: () => show(false),
    get place() {
      return place;
    },
    get start() {
      return place ?? now().picture?.places?.rest;
    },
    moveTo(next, aloud) {
      place = next;
      show(aloud);
      moved();
      const detail = valuesHere();
      now().options.cursor?.set(detail, element);
      element.dispatchEvent(new CustomEvent('read', { detail }));
    },
    follow(values) {
      place = values && now().picture?.places?.from(values);
      show(false);
    },
    settle() {
      const values = valuesHere();
      // Keeps its own place instead of the found one, because several places can have the same quantities.
      if (values === undefined || !now().picture?.places?.from(values)) place = undefined;
      show(false);
    },
    choose() {
      const detail = valuesHere();
      if (detail) element.dispatchEvent(new CustomEvent('choose', { detail }));
    },
  };
}
