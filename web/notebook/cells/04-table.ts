/** The table itself, cell by cell: a heat map of up to 4096 x 4096 numbers, and the files. */
import { computed, effect, signal } from '@preact/signals-core';
import type { Cell, HeatmapData } from '../../lib/charts/index.js';
import { colourLegend, colourMaps, heatmap, MAX_SIDE, paintSvg, pngBlob, svgText } from '../../lib/charts/index.js';
import type { EncodingSpec } from '../../lib/posenc.js';
import type { EncodingInfo } from '../../lib/registry.js';
import type { Context } from '../context.js';
import type { PageState, Picture } from '../state.js';
import { pictures } from '../state.js';
import { fill, freshId, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { datum } from '../widgets/format.js';
import type { Work } from '../widgets/job.js';
import { job } from '../widgets/job.js';
import { numberField } from '../widgets/number-field.js';
import { saveBlob } from '../widgets/save.js';
import { heading, toolbar } from '../widgets/section.js';
import { tableFiles } from '../widgets/table-files.js';
import { token } from '../widgets/theme.js';

const TITLES: Readonly<Record<Picture, string>> = {
  table: 'table',
  derivative: 'derivative',
  gram: 'Gram matrix',
  attentionBias: 'attention bias',
};

interface Shown {
  readonly data: Float32Array;
  readonly rows: number;
  readonly cols: number;
  /** The float64 numbers behind the float32 picture, where the library gives them. */
  readonly exact?: Float64Array;
  readonly picture: Picture;
  readonly spec: EncodingSpec;
  readonly start: number;
  readonly step: number;
}

export function mount(root: HTMLElement, ctx: Context): void {
  heading(
    root,
    4,
    'The numbers, as a picture',
    'A row for each position, a column for each channel, a colour for each value. Zoom in until single cells show, and read them.',
  );

  const work = job('Computing the picture');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const reading = h('output', { class: 'reading cell-reading', 'aria-live': 'polite' });
  const hovered = signal<Cell | null>(null);
  const shown = signal<Shown | null>(null);
  const legendPlace = h('div', { class: 'legend-place' });
  const initialMap = colourMaps.find((m) => m.id === ctx.state.peek().colours) ?? colourMaps[0];
  if (initialMap === undefined) return;
  const map = heatmap({
    label: 'Heat map. Arrow keys move the reading, Shift and arrows pan, plus and minus zoom, 0 shows all.',
    height: Math.min(560, Math.max(320, Math.round(innerHeight * 0.62))),
    colours: initialMap,
    // ?gl=0 asks for the 2-D canvas, for comparison and for tests.
    gl: new URLSearchParams(location.search).get('gl') !== '0',
    onCell: (cell) => {
      hovered.value = cell;
    },
  });
  map.element.dataset['painter'] = map.painter;
  const controls = tableControls(ctx);
  root.append(
    controls.element,
    fault,
    work.element,
    h(
      'figure',
      { class: 'wide' },
      map.element,
      h('div', { class: 'under-map' }, reading, legendPlace),
      h(
        'figcaption',
        {},
        'Drag pans, Ctrl and the wheel zoom, two fingers pinch. Seen from afar, a point shows the mean of the cells under it, so no false patterns appear.',
      ),
      h(
        'div',
        { class: 'map-tools' },
        toolbar(
          'Zoom',
          [
            { label: 'Zoom in', run: () => map.zoomBy(2) },
            { label: 'Zoom out', run: () => map.zoomBy(0.5) },
            { label: 'Show all', run: () => map.fit() },
          ],
          ctx.say,
        ),
        goTo((row, col) => map.goTo(row, col), shown),
        toolbar(
          'Picture as a file',
          [
            { label: 'PNG', hint: 'what is visible, with axes and legend', run: () => savePicture() },
            {
              label: 'PNG, 1 pixel a cell',
              hint: 'the whole table',
              run: async () => saveBlob(await pngBlob(map.cells()), `${name()}-cells.png`),
            },
          ],
          ctx.say,
        ),
      ),
      tableFiles(ctx, () => {
        const from = shown.peek();
        return (
          from && {
            picture: from.picture,
            name: name(),
            spec: from.spec,
            start: from.start,
            step: from.step,
            matrix: { data: from.exact ?? from.data, rows: from.rows, cols: from.cols },
          }
        );
      }),
    ),
  );

  const request = computed(() => {
    const spec = ctx.spec.value;
    const info = ctx.info.value;
    const { start, count, step, picture, head } = ctx.state.value;
    if (spec === null || info === null) return null;
    return { spec, start, count, step, head, picture: offered(info).includes(picture) ? picture : offered(info)[0] };
  });
  let last = '';
  effect(() => {
    const asked = request.value;
    if (asked?.picture === undefined) return;
    // The state also changes for reasons that leave the picture as it is.
    const key = JSON.stringify(asked);
    if (key === last) return;
    last = key;
    const picture = asked.picture;
    work.run(
      compute(ctx, { ...asked, picture }),
      (result) => {
        fault.hidden = true;
        fill(fault);
        controls.clearErrors();
        shown.value = result;
        map.update(described(result));
      },
      (error) => {
        last = '';
        const { field, message } = failureOf(error);
        controls.clearErrors();
        if (!controls.setError(field, message)) {
          fault.hidden = false;
          fill(fault, message);
        }
      },
    );
  });
  effect(() => {
    const chosen = colourMaps.find((m) => m.id === ctx.state.value.colours);
    if (chosen) map.setColours(chosen);
    if (shown.value === null || chosen === undefined) return;
    const masked = shown.value.data.some((value) => !Number.isFinite(value));
    fill(legendPlace, colourLegend(chosen, map.range), masked && h('span', { class: 'masked' }, 'masked'));
  });
  effect(() => {
    const cell = hovered.value;
    const from = shown.value;
    if (from === null) {
      fill(reading);
      return;
    }
    if (cell === null) {
      fill(
        reading,
        `${from.rows.toLocaleString('en')} × ${from.cols.toLocaleString('en')} values. Point at a cell to read it.`,
      );
      return;
    }
    const value = from.exact?.[cell.row * from.cols + cell.col] ?? cell.value;
    fill(
      reading,
      `${rowWord(from.picture)} `,
      h('b', {}, position(from, cell.row)),
      `, ${colWord(from.picture)} `,
      h('b', {}, colName(from, cell.col)),
      ': ',
      datum(value),
    );
  });

  function name(): string {
    return `${ctx.spec.peek()?.encoding ?? 'table'}-${shown.peek()?.picture ?? 'table'}`;
  }
  async function savePicture(): Promise<void> {
    const canvas = map.snapshot();
    const box = map.overlay.getBoundingClientRect();
    const scale = 2;
    const sheet = document.createElement('canvas');
    sheet.width = Math.round(box.width * scale);
    sheet.height = Math.round((box.height + 44) * scale);
    const pen = sheet.getContext('2d');
    if (pen === null) return;
    pen.fillStyle = token('paper');
    pen.fillRect(0, 0, sheet.width, sheet.height);
    const stage = map.element.querySelector('.heatmap-stage')?.getBoundingClientRect();
    if (stage)
      pen.drawImage(
        canvas,
        (stage.left - box.left) * scale,
        (stage.top - box.top) * scale,
        stage.width * scale,
        stage.height * scale,
      );
    pen.drawImage(await paintSvg(svgText(map.overlay), box.width, box.height, scale), 0, 0);
    const legend = legendPlace.querySelector('svg');
    if (legend)
      pen.drawImage(
        await paintSvg(svgText(legend), 260, 34, scale),
        (box.width - 272) * scale,
        (box.height + 6) * scale,
      );
    saveBlob(await pngBlob(sheet), `${name()}.png`);
  }
}

function compute(
  ctx: Context,
  asked: { spec: EncodingSpec; start: number; count: number; step: number; head: number; picture: Picture },
): Work<Shown> {
  const { spec, start, count, step, head, picture } = asked;
  const positions = { start, count, step };
  return async (signal, onProgress) => {
    const control = { signal, onProgress };
    const base = { picture, spec, start, step };
    if (picture === 'attentionBias') {
      const all = await ctx.pe.attentionBias(spec, count, count, control);
      const one = count * count;
      if (head >= all.rows)
        throw refusal('bad_argument', 'head', `head must be a whole number from 0 to ${all.rows - 1}, got ${head}`);
      return { ...base, data: all.data.slice(head * one, (head + 1) * one), rows: count, cols: count };
    }
    if (picture === 'gram') {
      const gram = await ctx.pe.gram(spec, positions, control);
      return { ...base, data: Float32Array.from(gram.data), exact: gram.data, rows: gram.rows, cols: gram.cols };
    }
    // One row first: a table that is too wide for the picture must not be computed in full.
    const probe = await ctx.pe.table(spec, { start, count: 1, step }, { signal });
    if (probe.cols > MAX_SIDE) {
      throw refusal(
        'too_large',
        '',
        `The picture shows at most ${MAX_SIDE} channels, and this table has ${probe.cols}. The files below carry all of them.`,
      );
    }
    if (picture === 'derivative') {
      const derivative = await ctx.pe.derivative(spec, positions, control);
      return {
        ...base,
        data: Float32Array.from(derivative.data),
        exact: derivative.data,
        rows: derivative.rows,
        cols: derivative.cols,
      };
    }
    const table = await ctx.pe.table(spec, positions, { ...control, dtype: 'f32' });
    return { ...base, data: table.data, rows: table.rows, cols: table.cols };
  };
}

/** What the picture itself refuses, in the shape of the library's errors. */
function refusal(code: string, field: string, message: string): Error {
  return Object.assign(new Error(message), { code, field });
}

/** The pictures that an encoding can give, in menu order. */
function offered(info: EncodingInfo): Picture[] {
  return pictures.filter((picture) => info.stages.includes(picture));
}

function described(shown: Shown): HeatmapData {
  return {
    data: shown.data,
    rows: shown.rows,
    cols: shown.cols,
    rowTitle: rowWord(shown.picture),
    colTitle: colWord(shown.picture),
    rowLabel: (row) => position(shown, row),
    colLabel: (col) => colName(shown, col),
  };
}
function rowWord(picture: Picture): string {
  return picture === 'attentionBias' ? 'query' : 'position';
}
function colWord(picture: Picture): string {
  return picture === 'attentionBias' ? 'key' : picture === 'gram' ? 'position' : 'channel';
}
function position(shown: Shown, row: number): string {
  return shown.picture === 'attentionBias'
    ? String(row)
    : String(Number((shown.start + shown.step * row).toPrecision(12)));
}
function colName(shown: Shown, col: number): string {
  return shown.picture === 'gram' ? position(shown, col) : String(col);
}

interface Controls {
  readonly element: HTMLElement;
  setError(field: string, message: string): boolean;
  clearErrors(): void;
}

function tableControls(ctx: Context): Controls {
  const pictureId = freshId('picture');
  const coloursId = freshId('colours');
  const menu = h('select', {
    id: pictureId,
    name: 'picture',
    on: { change: () => ctx.update({ picture: menu.value as Picture }) },
  });
  const colours = h(
    'select',
    { id: coloursId, name: 'colours', on: { change: () => ctx.update({ colours: colours.value }) } },
    ...colourMaps.map((m) => h('option', { value: m.id }, m.label)),
  );
  const number = (
    key: 'start' | 'count' | 'step' | 'head',
    label: string,
    span: { min: number; max: number; log?: boolean; integer?: boolean },
  ) => numberField({ name: key, label, ...span, onInput: (value, final) => take(key, value, final) });
  const fields = {
    count: number('count', 'positions', { min: 1, max: MAX_SIDE, log: true, integer: true }),
    start: number('start', 'first position', { min: 0, max: 131_072, integer: true }),
    step: number('step', 'step', { min: 0.1, max: 100, log: true }),
    head: number('head', 'head', { min: 0, max: 31, integer: true }),
  };
  effect(() => {
    const info = ctx.info.value;
    const state = ctx.state.value;
    if (info === null) return;
    const choices = offered(info);
    if ([...menu.options].map((o) => o.value).join() !== choices.join())
      fill(menu, ...choices.map((p) => h('option', { value: p }, TITLES[p])));
    menu.value = choices.includes(state.picture) ? state.picture : (choices[0] ?? '');
    colours.value = state.colours;
    for (const key of ['start', 'count', 'step', 'head'] as const) fields[key].set(state[key]);
    const bias = menu.value === 'attentionBias';
    fields.head.element.hidden = !bias;
    fields.start.element.hidden = fields.step.element.hidden = bias;
  });
  return {
    element: h(
      'div',
      { class: 'controls row' },
      h('div', { class: 'field' }, h('label', { for: pictureId }, 'show'), h('div', { class: 'field-control' }, menu)),
      fields.count.element,
      fields.start.element,
      fields.step.element,
      fields.head.element,
      h(
        'div',
        { class: 'field' },
        h('label', { for: coloursId }, 'colours'),
        h('div', { class: 'field-control' }, colours),
      ),
    ),
    setError(field, message) {
      const key = field.split('.').pop() ?? '';
      if (!(key in fields)) return false;
      fields[key as keyof typeof fields].setError(message);
      return true;
    },
    clearErrors() {
      for (const field of Object.values(fields)) field.setError(null);
    },
  };

  /** Numbers outside the picture's own limits are refused here; everything else the library judges. */
  function take(key: 'start' | 'count' | 'step' | 'head', value: number | undefined, final: boolean): void {
    const wrong = complaint(key, value);
    fields[key].setError(wrong);
    if (wrong === null) ctx.update({ [key]: value } as Partial<PageState>, final);
  }
}

function complaint(key: 'start' | 'count' | 'step' | 'head', value: number | undefined): string | null {
  if (value === undefined || !Number.isFinite(value)) return `${key} must be a number, and none was given`;
  if (key === 'count' && !(Number.isInteger(value) && value >= 1 && value <= MAX_SIDE))
    return `count must be a whole number from 1 to ${MAX_SIDE} for the picture, got ${value}`;
  if (key === 'head' && !(Number.isInteger(value) && value >= 0))
    return `head must be a whole number from 0 on, got ${value}`;
  return null;
}

/** Two boxes that move the reading to a cell: exact, and without a mouse. */
function goTo(move: (row: number, col: number) => void, shown: { readonly value: Shown | null }): HTMLElement {
  const box = (label: string): HTMLInputElement =>
    h('input', { type: 'number', min: 0, step: 1, value: 0, class: 'number-box small', 'aria-label': label });
  const row = box('row to read');
  const col = box('column to read');
  return h(
    'form',
    {
      class: 'go-to',
      on: {
        submit: (event) => {
          event.preventDefault();
          const limit = shown.value;
          if (limit === null) return;
          const clamp = (text: string, most: number): number =>
            Math.max(0, Math.min(most - 1, Math.round(Number(text)) || 0));
          move(clamp(row.value, limit.rows), clamp(col.value, limit.cols));
        },
      },
    },
    h('span', {}, 'Read row'),
    row,
    h('span', {}, 'column'),
    col,
    h('button', { type: 'submit', class: 'quiet' }, 'Read'),
  );
}
