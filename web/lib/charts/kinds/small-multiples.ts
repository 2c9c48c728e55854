/** The same curves side by side on common axes, for heads, layers or encodings. The cursor reads all of them. */
import { type Chart, chart } from '../core/chart.js';
import { checkAxes, checkLists } from '../core/checks.js';
import { curve, itemsIn } from '../core/curves.js';
import { columns, lengthText, places1d, spanText, valuesOf } from '../core/items.js';
import type { Kind } from '../core/kind.js';
import { panels } from '../core/panels.js';
import { keyLayout, reading, seriesKey, shown } from '../core/plot.js';
import { circle, path, type SceneNode, upright, within } from '../core/scene.js';
import { selectAlong } from '../core/select.js';
import { padded, spanOf } from '../core/scales.js';
import { fitted } from '../core/text-width.js';
import { titleOf } from '../core/title.js';
import { seriesDash, seriesToken } from '../core/theme.js';
import type { MultiplesData, MultiplesOptions } from './small-multiples-data.js';
import { axis, number, numbers, text } from '../core/shape.js';

const ofAll = (all: MultiplesData['panels']): ArrayLike<number>[] => all.flatMap(({ series }) => valuesOf(series));
const columnsAt = ({ panels: all }: MultiplesData, { columns: asked }: MultiplesOptions, width: number): number =>
  Math.max(1, Math.min(all.length, asked ?? Math.floor(width / 190)));

export const multiplesKind: Kind<MultiplesData, MultiplesOptions> = {
  id: 'small-multiples',
  json: async () => (await import('./small-multiples-data.js')).multiplesData,
  name: 'small multiples',
  takes: {
    data: { 'x?': numbers, panels: [{ title: text, series: [{ name: text, values: numbers }] }] },
    options: { 'x?': axis, 'y?': axis, 'columns?': number },
  },
  check({ x, panels: all }, options) {
    checkAxes(options);
    checkLists('panels', ofAll(all), x && ['x', x]);
  },
  height: (data, options, width) =>
    titleOf(options.title, width).height +
    (options.y?.title ? 54 : 36) +
    118 * Math.ceil(data.panels.length / columnsAt(data, options, width)),
  draw(data, options, { width, height }, view) {
    const xs = xOf(data);
    const all = ofAll(data.panels);
    const named = data.panels[0]?.series ?? [];
    const key = keyLayout(seriesKey(named, 'line'), 2, width - 12);
    const heading = titleOf(options.title, width);
    const keyTop = heading.height + 12;
    const keyRoom = named.length > 1 ? key.rows * 18 + 4 : 0;
    const head = keyTop - 12 + keyRoom + (options.y?.title ? 18 : 0);
    const domain = shown(options.x, view.x, () => padded(spanOf([xs], options.x?.log), options.x?.log === true, 0));
    const frames = panels({
      width,
      height,
      top: head,
      titles: data.panels.map(({ title }) => title),
      columns: columnsAt(data, options, width),
      x: { domain, log: options.x?.log, title: options.x?.title },
      y: {
        domain: shown(options.y, undefined, () => padded(spanOf(all, options.y?.log), options.y?.log === true, 0.08)),
        log: options.y?.log,
      },
    });
    const part = itemsIn(xs, domain);
    const nodes: SceneNode[] = [...heading.nodes];
    if (named.length > 1) nodes.push(...key.nodes(keyTop));
    if (options.y?.title)
      nodes.push({ kind: 'text', x: 2, y: head - 4, text: fitted(`↑ ${options.y.title}`, width - 4) });
    frames.forEach(({ area, x, y, under, over }, p) => {
      const curves = data.panels[p]!.series.map(({ values }, i) =>
        path(curve({ xs, x, y, ...part }, values), { stroke: seriesToken(i), lineWidth: 1.5, dash: seriesDash(i) }),
      );
      nodes.push(...under, within({ ...area, y: area.y - 2, height: area.height + 4 }, curves), ...over);
    });
    const first = frames[0];
    return {
      width,
      height,
      nodes,
      plots: frames.map(({ area, x }) => ({ area, x })),
      selects: selectAlong(linkOf(options), frames, xs, () => multiplesKind.table(data, options)),
      places: first && xs.length > 0 ? placesIn(data, options, frames, xs, width) : undefined,
    };
  },
  summary: (data, { x, y }) =>
    `${lengthText(data.panels.length, 'panel', 'panels')} over ${x?.title ?? 'x'} ${spanText([xOf(data)])}${y?.title ? `, ${y.title}` : ''}: ${data.panels
      .slice(0, 8)
      .map(({ title, series }) => `${title} ${spanText(valuesOf(series))}`)
      .join('; ')}.`,
  table: (data, { x }) => ({
    columns: [
      { name: x?.title ?? 'x', values: xOf(data) },
      ...data.panels.flatMap(({ title, series }) =>
        series.map(({ name, values }) => ({ name: series.length > 1 ? `${title}: ${name}` : title, values })),
      ),
    ],
  }),
  numbers: (data) => columns([xOf(data), ...ofAll(data.panels)]),
};

/** Many small line charts on common axes. */
export const smallMultiples: Chart<MultiplesData, MultiplesOptions> = /* @__PURE__ */ chart(multiplesKind);

/** Name of its x for other charts. */
const linkOf = ({ x }: MultiplesOptions): string => x?.link ?? x?.title ?? 'x';

const xOf = ({ x, panels: all }: MultiplesData): ArrayLike<number> =>
  x ?? Array.from({ length: all[0]?.series[0]?.values.length ?? 0 }, (_, i) => i);

/** A place is an item and the panel in which it is read. */
function placesIn(
  data: MultiplesData,
  options: MultiplesOptions,
  frames: ReturnType<typeof panels>,
  xs: ArrayLike<number>,
  width: number,
) {
  const link = linkOf(options);
  const all = frames.map(({ x }, p) =>
    places1d(xs, x, link, ([item = 0]) => ({
      title: `${data.panels[p]?.title ?? ''}, ${options.x?.title ?? 'x'} ${reading(xs[item]!)}`,
      rows: data.panels[p]!.series.map(({ name, values }, i) => ({
        name,
        value: reading(values[item]!),
        colour: seriesToken(i),
      })),
      marks: frames.flatMap(({ area, x: sx, y: sy }, q): SceneNode[] => {
        const at = sx.at(xs[item]!);
        if (!(at >= area.x - 1 && at <= area.x + area.width + 1)) return [];
        return [
          upright(at, area),
          ...data.panels[q]!.series.flatMap(({ values }, i): SceneNode[] => {
            const height = sy.at(values[item]!);
            return Number.isFinite(height)
              ? [circle(at, height, 3, { fill: seriesToken(i), stroke: 'paper', lineWidth: 1 })]
              : [];
          }),
        ];
      }),
      at: [Math.min(width, x.at(xs[item]!)), (frames[p]?.area.y ?? 0) + 20],
    })),
  );
  const panelAt = (x: number, y: number): number => {
    const far = frames.map(({ area }) =>
      Math.hypot(Math.max(area.x - x, 0, x - area.x - area.width), Math.max(area.y - y, 0, y - area.y - area.height)),
    );
    return far.indexOf(Math.min(...far));
  };
  const one = (panel = 0) => all[panel]!;
  return {
    near(x: number, y: number) {
      const panel = panelAt(x, y);
      return [...(one(panel).near(x, y) ?? [0]), panel];
    },
    /** Up and down move to the panels above and below. */
    move(place: readonly number[] | undefined, move: Parameters<(typeof all)[number]['move']>[1]) {
      const panel = place?.[1] ?? 0;
      const other = move === 'up' ? panel - 1 : move === 'down' ? panel + 1 : panel;
      if (place && other !== panel) return [place[0]!, Math.max(0, Math.min(frames.length - 1, other))];
      return [...one(panel).move(place, move), panel];
    },
    read: (place: readonly number[]) => one(place[1]).read(place),
    values: (place: readonly number[]) => one(place[1]).values(place),
    from(values: Readonly<Record<string, number>>) {
      const found = one(0).from(values);
      return found && [...found, 0];
    },
    slider: { count: xs.length, index: ([item = 0]: readonly number[]) => item },
  };
}
