/** The reader's view of a chart: zoomed, panned, rotated, or moved to a place. */
import type { Picture, Place, PlotArea, View } from './kind.js';
import { brushBox, brushed, inside, panned, settled, towards, zoomed } from './zoom.js';

type Point = readonly [x: number, y: number];

export interface ViewingOf {
  /** The current picture, redrawn if the view has changed. */
  picture(): Picture | undefined;
  /** Plots of the whole picture. */
  home(): readonly PlotArea[];
  /** The reader's place. */
  place(): Place | undefined;
  changed(view: View): void;
}

export function viewing(of: ViewingOf) {
  let view: View = {};
  const look = (next: View = {}): void => {
    view = next;
    of.changed(view);
  };
  const zoom = (factor: number, at: Point): void => {
    const i = of.picture()?.plots.findIndex((plot) => inside(plot, ...at)) ?? -1;
    const [plot, all] = [of.picture()?.plots[Math.max(0, i)], of.home()[Math.max(0, i)]];
    if (plot && all) look(settled({ ...view, ...zoomed(plot, all, factor, at) }, all));
  };
  const pan = (dx: number, dy: number): void => {
    const [plot, all] = [of.picture()?.plots[0], of.home()[0]];
    if (plot && all) look(settled({ ...view, ...panned(plot, all, [dx, dy]) }, all));
  };
  const turn = (dx: number, dy: number): void => {
    const turned = of.picture()?.turn?.(view, dx, dy);
    if (turned) look(turned);
  };
  const plotAt = (x: number, y: number): PlotArea | undefined =>
    of.picture()?.plots.find((plot) => (plot.x ?? plot.y) && inside(plot, x, y));
  return {
    get view() {
      return view;
    },
    /** Advances an animation without notifying listeners. */
    play(at: number): void {
      view = { ...view, at };
    },
    look,
    /** Shows everything, keeping the animated position. */
    showAll: () => look(view.at === undefined ? {} : { at: view.at }),
    zoom,
    /** Zooms around the reader's place or the centre. */
    zoomHere(factor: number): void {
      const picture = of.picture();
      const plot = picture?.plots[0];
      if (plot === undefined) return;
      const place = of.place();
      const reading = place && picture?.places?.read(place).at;
      const { area } = plot;
      const middle = [area.x + area.width / 2, area.y + area.height / 2] as const;
      zoom(factor, reading && inside(plot, ...reading) ? reading : middle);
    },
    pan,
    turn,
    /** A step by key: a tenth of the visible span, or 20 pixels of rotation. */
    step(dx: number, dy: number): void {
      const picture = of.picture();
      const area = picture?.plots[0]?.area;
      if (picture?.turn) turn(20 * dx, 20 * dy);
      else if (area) pan((dx * area.width) / 10, (dy * area.height) / 10);
    },
    plotAt,
    /** Shows the dragged rectangle in `box`; when done, zooms to it. */
    brush(box: HTMLElement, from: Point, to: Point, done: boolean): void {
      const plot = plotAt(...from);
      if (plot === undefined) return;
      const { x, y, width, height } = brushBox(plot, from, to);
      box.style.inset = `${y}px auto auto ${x}px`;
      box.style.width = `${width}px`;
      box.style.height = `${height}px`;
      box.hidden = done;
      if (done) look({ ...view, ...brushed(plot, from, to) });
    },
    /** Pans until the place is in view. */
    bring(place: Place): void {
      const picture = of.picture();
      const [plot, all] = [picture?.plots[0], of.home()[0]];
      const reading = picture?.places?.read(place);
      if (!plot || !all || !reading || picture?.plots.length !== 1 || !(view.x || view.y)) return;
      const by = towards(plot, reading.at, reading.half ?? [0, 0]);
      if (by.some((pixels) => pixels !== 0)) look(settled({ ...view, ...panned(plot, all, by) }, all));
    },
  };
}
