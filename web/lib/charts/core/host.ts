/**
 * The element of a chart: a shadow root with the picture, pointer and keyboard handling (see `reader.ts`), and the row
 * below it (`foot.ts`). Everything is drawn from data, options and view, at most once per frame.
 */
import type { ChartElement } from './chart-element.js';
import { labelOf, nameOf } from './label.js';
import { fileScene } from './file-scene.js';
import { fileNameOf, fileScale, npyOf, pngOf, rasterAddress } from './files.js';
import { embedControl } from './embed-control.js';
import { footOf } from './foot.js';
import { gestures } from './gestures.js';
import { onKey } from './keys.js';
import type { ChartOptions, Kind, Picture, Place, PlotArea } from './kind.js';
import { invalidate } from './memo.js';
import { type PlayerControl, playerControl } from './player.js';
import { readerOf } from './reader.js';
import { paintScene } from './scene-canvas.js';
import { showScene } from './scene-dom.js';
import { svgText } from './scene-text.js';
import type { Scene } from './scene.js';
import { selecting } from './selecting.js';
import { paintRasters } from './raster-layer.js';
import type { CursorValues, Ranges } from './shared-cursor.js';
import { describe, shell } from './shell.js';
import { chartStyle } from './style.js';
import type { Theme } from './theme.js';
import { onScheme, schemeAt } from './scheme.js';
import { csvText } from './values-table.js';
import { viewing } from './viewing.js';

const firstWidth = 640;

export function host<Data, Options extends ChartOptions>(
  kind: Kind<Data, Options>,
  firstData: Data,
  firstOptions: Options,
): ChartElement<Data, Options> {
  let data = firstData;
  let options = firstOptions;
  kind.check(data, options);
  let width = options.width ?? 0;
  let picture: Picture | undefined;
  /** The areas at full extent; undefined until computed for these data, options and size. */
  let home: readonly PlotArea[] | undefined;
  let frame = 0;
  let player: PlayerControl | undefined;
  let leaveCursor: (() => void) | undefined;

  const element = document.createElement('div') as unknown as ChartElement<Data, Options>;
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [chartStyle()];
  const parts = shell();
  const { stage, still, layer, brush, about } = parts;
  const seen = viewing({
    picture: upToDate,
    home: () => home ?? [],
    place: () => reader.place,
    changed(view) {
      if (view.at === undefined && player) player.set(kind.player?.(data, options)?.from ?? 0);
      schedule();
      element.dispatchEvent(new CustomEvent('view', { detail: view }));
    },
  });
  const reader = readerOf({
    element,
    shell: parts,
    now: () => ({ picture, options, width, height: heightNow() }),
    selected: () => select.marks(),
    moved: () => select.moved(),
  });
  const select = selecting(element as ChartElement<never, never>, {
    picture: () => picture,
    place: () => reader.place,
    shared: () => options.cursor?.selection,
    show: reader.redraw,
    say: (text) => (parts.spokenPlace.textContent = text),
  });
  const embed = embedControl(kind.json, () => {
    const { embed: source = {}, ...rest } = options;
    if (source.spec === undefined) kind.numbers(data, options); // throws if they are stored elsewhere
    return {
      id: kind.id ?? '',
      name: nameOf(kind, rest),
      data,
      options: { ...rest },
      height: heightNow(),
      embed: source,
    };
  });
  const foot = footOf({
    chart: element,
    table: () => kind.table(data, options),
    fileName: () => options.file ?? fileNameOf(nameOf(kind, options)),
    showAll: seen.showAll,
    select: select.button,
    embed: embed.button,
  });
  root.append(stage, foot.element, embed.panel, foot.values, about, parts.spokenPlace);
  onScheme(root, schedule);

  gestures(stage, {
    point(x, y) {
      if (!brush.hidden) return;
      reader.moveTo(picture?.places?.near(x, y), false);
    },
    leave: () => reader.moveTo(root.activeElement === stage ? reader.place : undefined, false),
    choose(x, y) {
      const near = picture?.places?.near(x, y);
      if (near === undefined) return;
      reader.moveTo(near, false);
      reader.choose();
    },
    drags: (x, y, alt) =>
      picture?.turn ? 'turn' : select.begins(x, y, alt) ? 'select' : seen.plotAt(x, y) ? 'brush' : undefined,
    zooms: (x, y) => seen.plotAt(x, y) !== undefined,
    select: select.drag,
    brush: (from, to, done) => seen.brush(brush, from, to, done),
    turn: seen.turn,
    pan: (dx, dy) => seen.pan(-dx, -dy),
    zoom: (factor, x, y) => seen.zoom(factor, [x, y]),
    reset: () => seen.look(),
    focused: () => root.activeElement === stage,
    held: () => stage.classList.contains('held'),
  });
  stage.addEventListener('keydown', (event) =>
    onKey(event, {
      move(move) {
        if (!picture?.places) return;
        goTo(picture.places.move(reader.start, move));
        if (options.stepsChoose) reader.choose();
      },
      pan: seen.step,
      zoom: seen.zoomHere,
      reset: () => seen.look(),
      leave() {
        reader.moveTo(undefined, true);
        select.clear();
      },
      choose: reader.choose,
      select: select.key,
    }),
  );
  stage.addEventListener('focus', () => {
    if (stage.matches(':focus-visible') && picture?.places)
      reader.moveTo(reader.start ?? picture.places.move(undefined, 'first'), true);
  });
  stage.addEventListener('blur', () => reader.moveTo(undefined, false));

  // The observer reports connection, disconnection and resizing, so no custom element is needed.
  const sizes = new ResizeObserver(() => {
    if (!element.isConnected) return rest();
    listen();
    const next = options.width ?? Math.floor(element.clientWidth);
    if (next === width && picture !== undefined) return;
    width = next;
    home = undefined;
    draw();
  });
  sizes.observe(element);

  Object.assign(element, {
    update(nextData?: Data, nextOptions?: Options) {
      const given = nextData === undefined ? data : nextData;
      const asked = nextOptions === undefined ? options : { ...options, ...nextOptions };
      if (nextOptions?.embed) Object.assign(asked, { embed: { ...options.embed, ...nextOptions.embed } });
      kind.check(given, asked);
      if (nextData !== undefined) invalidate(nextData);
      data = given;
      options = asked;
      home = undefined;
      if (options.width !== undefined) width = options.width;
      if (nextOptions !== undefined) begin();
      schedule();
    },
    look: seen.look,
    select: (ranges?: Ranges) => select.select(ranges),
    zoomBy: (factor: number) => seen.zoomHere(1 / factor),
    goTo(values: CursorValues) {
      const next = picture?.places?.from(values);
      if (next) goTo(next);
    },
    toSVG(theme: Theme = themeNow()) {
      return svgText(sceneNow(), { theme, label: labelOf(kind, data, options), pixels: rasterAddress });
    },
    toPNG: (scale = fileScale, theme: Theme = themeNow()) => pngOf(paintScene(sceneNow(), theme, scale)),
    toCSV: () => csvText(kind.table(data, options)),
    toNPY: () => npyOf(kind.numbers(data, options)),
    destroy() {
      sizes.disconnect();
      rest();
    },
  });
  Object.defineProperties(element, {
    view: { get: () => seen.view },
    place: { get: () => reader.place },
    selection: { get: () => select.ranges },
  });
  begin();
  return element;

  /** Applies everything that depends only on options. */
  function begin(): void {
    if (options.theme === 'light' || options.theme === 'dark') element.dataset['theme'] = options.theme;
    else delete element.dataset['theme'];
    const moves = kind.player?.(data, options);
    player?.stop();
    player?.element.remove();
    player =
      moves &&
      playerControl(moves, nameOf(kind, options), (at) => {
        seen.look({ ...seen.view, at });
        options.cursor?.set({ ...options.cursor.value, [moves.link]: at }, element);
      });
    if (player) foot.element.prepend(player.element);
    if (seen.view.at !== undefined) player?.set(seen.view.at);
    stage.style.height = `${heightNow()}px`;
    rest();
    listen();
  }

  /** Follows the shared cursor while the element is connected. */
  function listen(): void {
    if (leaveCursor !== undefined || !element.isConnected) return;
    const { cursor } = options;
    const leave = [cursor?.subscribe(follow, element), cursor?.selection?.subscribe(select.follow, element)];
    leaveCursor = () => leave.forEach((end) => end?.());
    // Without a shared cursor, the chart keeps its own place.
    if (cursor) follow(cursor.value);
    if (cursor?.selection) select.follow(cursor.selection.value);
  }
  function rest(): void {
    leaveCursor?.();
    leaveCursor = undefined;
    player?.stop();
  }
  function follow(values: CursorValues | undefined): void {
    const moves = kind.player?.(data, options);
    const at = moves && values?.[moves.link];
    if (at !== undefined && at !== seen.view.at) {
      player?.set(at);
      seen.play(at);
      schedule();
    }
    reader.follow(values);
  }

  function schedule(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (width <= 0) return;
    const { view } = seen;
    const height = heightNow();
    stage.style.height = `${height}px`;
    stage.style.width = options.width === undefined ? '' : `${width}px`;
    picture = kind.draw(data, options, { width, height }, view);
    if (!view.x && !view.y) home = picture.plots;
    home ??= kind.draw(data, options, { width, height }, {}).plots;
    layer.setAttribute('width', String(width));
    layer.setAttribute('height', String(height));
    showScene(still, picture.nodes);
    paintRasters(stage, picture, themeNow);
    foot.show({
      name: nameOf(kind, options),
      tools: options.tools,
      showAll: Boolean(view.x || view.y || view.yaw !== undefined || view.pitch !== undefined),
      player: player !== undefined,
      selects: picture.selects !== undefined,
      embeds: kind.json !== undefined,
    });
    stage.classList.toggle('turns', picture.turn !== undefined);
    stage.classList.toggle('held', view.x !== undefined && view.y !== undefined);
    stage.classList.toggle(
      'zooms',
      picture.plots.some(({ x, y }) => x ?? y),
    );
    describe(stage, picture, nameOf(kind, options));
    const label = labelOf(kind, data, options);
    if (about.textContent !== label) about.textContent = label;
    reader.settle();
    foot.refresh();
  }

  /** Moves to a place by key or by quantities, and brings it into view. */
  function goTo(next: Place): void {
    seen.bring(next);
    upToDate();
    reader.moveTo(next, true);
  }

  /** Draws pending changes, so that the next step starts from the current picture. */
  function upToDate(): Picture | undefined {
    if (frame !== 0) draw();
    return picture;
  }
  function heightNow(): number {
    return options.height ?? kind.height(data, options, width || firstWidth);
  }
  function sceneNow(): Scene {
    const size = { width: width || firstWidth, height: heightNow() };
    return fileScene(kind, data, options, size, seen.view);
  }
  function themeNow(): Theme {
    return options.theme === 'light' || options.theme === 'dark' ? options.theme : schemeAt(root);
  }
}
