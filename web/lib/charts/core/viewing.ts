/** Which part of a chart its reader looks at: closer, aside, turned, or where something is read. */
import type { Picture, Place, PlotArea, View } from './kind.js';
import { brushBox, brushed, inside, panned, settled, towards, zoomed } from './zoom.js';

type Point = readonly [x: number, y: number];

export interface ViewingOf {
  /** What is shown, drawn anew where the view has changed since. */
  picture(): Picture | undefined;
  /** Plots of the whole picture. */
  home(): readonly PlotArea[];
  /** What is read. */
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
    /** Another step of what plays: nobody is told. */
    play(at: number): void {
      view = { ...view, at };
    },
    look,
    /** All of it, at the step that is shown. */
    showAll: () => look(view.at === undefined ? {} : { at: view.at }),
    zoom,
    /** About what is read, or the middle. */
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
    /** A step by keys: a tenth of what is seen, or 20 pixels of a turn. */
    step(dx: number, dy: number): void {
      const picture = of.picture();
      const area = picture?.plots[0]?.area;
      if (picture?.turn) turn(20 * dx, 20 * dy);
      else if (area) pan((dx * area.width) / 10, (dy * area.height) / 10);
    },
    plotAt,
    /** Marks the part that a drag spans with `box`; when it is done, looks at it. */
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
    /** Moves what is seen until that place is in it. */
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
