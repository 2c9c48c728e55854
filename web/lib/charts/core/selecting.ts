/**
 * Selecting in a chart: drag with Alt, or in the mode of its button; by keys with S, arrows and S again. Escape clears.
 * Charts with one cursor share the selection.
 */
import type { ChartElement } from './chart-element.js';
import { h } from './elements.js';
import type { Picture, Place } from './kind.js';
import type { SceneNode } from './scene.js';
import { areaAt, pointsOf, rangesBetween, rangesOf, rangesText, selectionMarks } from './select.js';
import type { Ranges, Shared } from './shared-cursor.js';

/** Detail of `chart-select`. */
export interface Selection {
  /** Keyed by axis name; both ends are included. */
  readonly ranges: Ranges;
  /** Rows of the table of values inside the ranges; computed on access. */
  readonly points: readonly Readonly<Record<string, number | string>>[];
}
export interface SelectingOf {
  picture(): Picture | undefined;
  place(): Place | undefined;
  shared(): Shared<Ranges> | undefined;
  show(): void;
  say(text: string): void;
}

export function selecting(chart: ChartElement<never, never>, of: SelectingOf) {
  let ranges: Ranges | undefined;
  /** Start of a selection by keys. */
  let anchor: Place | undefined;
  let mode = false;
  const hint = 'Drag over the chart; or, on the chart: S, arrow keys, S. Escape clears.';
  const button = h('button', { type: 'button', 'aria-pressed': 'false', title: hint }, 'Select');
  button.addEventListener('click', () => {
    mode = !mode;
    button.setAttribute('aria-pressed', String(mode));
    button.classList.toggle('on', mode);
    of.say(mode ? `Selecting. ${hint}` : 'Dragging zooms again.');
  });

  function set(next: Ranges | undefined, notifies: boolean): void {
    ranges = next;
    of.shared()?.set(next, chart);
    of.show();
    if (notifies) notify();
  }
  function notify(): void {
    const selects = of.picture()?.selects;
    const chosen = ranges;
    let points: Selection['points'] | undefined;
    const detail: Selection | undefined = chosen && {
      ranges: chosen,
      get points() {
        return (points ??= selects ? pointsOf(selects.table(chosen)) : []);
      },
    };
    of.say(chosen ? `Selected: ${rangesText(chosen)}.` : 'Nothing is selected.');
    chart.dispatchEvent(new CustomEvent('chart-select', { detail, bubbles: true, composed: true }));
  }

  /** Extends the selection when the cursor has moved. */
  function moved(): void {
    const [picture, place] = [of.picture(), of.place()];
    const selects = picture?.selects;
    if (anchor === undefined || place === undefined || selects === undefined) return;
    const at = selects.at ?? ((one: Place) => picture?.places?.values(one) ?? {});
    const next = selects.areas[0] && rangesOf(selects.areas[0], at(anchor), at(place));
    if (next) set(next, true);
  }

  return {
    button,
    get ranges(): Ranges | undefined {
      return ranges;
    },
    /** Returns true if a drag that starts here selects. */
    begins(x: number, y: number, alt: boolean): boolean {
      const selects = of.picture()?.selects;
      return (mode || alt) && selects !== undefined && areaAt(selects, x, y) !== undefined;
    },
    drag(from: readonly [number, number], to: readonly [number, number], done: boolean): void {
      const selects = of.picture()?.selects;
      const area = selects && areaAt(selects, ...from);
      if (area) set(rangesBetween(area, from, to), done);
    },
    /** The key S: starts or ends a selection here. */
    key(): void {
      const place = of.place();
      if (anchor !== undefined) {
        anchor = undefined;
        return notify();
      }
      if (place === undefined || of.picture()?.selects === undefined) return;
      anchor = place;
      moved();
    },
    moved,
    /** Returns true if there was a selection. */
    clear(): boolean {
      const was = ranges !== undefined;
      anchor = undefined;
      if (was) set(undefined, true);
      return was;
    },
    select(next: Ranges | undefined): void {
      anchor = undefined;
      set(next, true);
    },
    /** Follows the selection of another chart. */
    follow(next: Ranges | undefined): void {
      anchor = undefined;
      ranges = next;
      of.show();
    },
    marks(): SceneNode[] {
      const selects = of.picture()?.selects;
      return ranges && selects ? selectionMarks(selects, ranges) : [];
    },
  };
}
