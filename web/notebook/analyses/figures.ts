/** Renders the figures of a result according to its design. */
import { stepped } from '../calls.js';
import type { Matrix } from '../../lib/types/posenc.js';
import type { AnalysisInfo } from '../../lib/types/registry.js';
import { html } from '../kit/html.js';
import { short } from '../widgets/format.js';
import { matrixView } from '../widgets/matrix-view.js';
import { readable } from '../widgets/readable.js';
import { type NamedSeries, seriesView } from '../widgets/series-view.js';
import { type FigureDesign, lines, map, type Outputs, type Rows, type Stems } from './design.js';

export interface Answer {
  readonly outputs: Outputs;
  /** Requested parameters. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Inputs given as numbers. */
  readonly inputs: Readonly<Record<string, Matrix>>;
  /** The subject in titles of saved pictures: the encodings, or the reader's own numbers. */
  readonly of: string;
}

const mapHeight = 420;
const mostRows = 6;

/** Figures whose outputs the result contains. */
export function figures(info: AnalysisInfo, designed: readonly FigureDesign[] | undefined, answer: Answer) {
  return (designed ?? usual(info, answer.outputs)).flatMap((one) => {
    const element = one.kind === 'map' ? mapOf(info, one, answer) : chartOf(info, one, answer);
    return element
      ? [
          html`<figure data-output=${nameOf(one)} aria-label=${one.title}>
            <h3>${one.title}</h3>
            ${element}
          </figure>`,
        ]
      : [];
  });
}

/** Default design: the first two lists and matrices. */
const usual = ({ outputs }: AnalysisInfo, given: Outputs): FigureDesign[] =>
  outputs
    .filter(({ name, kind }) => kind !== 'scalar' && given[name] !== undefined)
    .slice(0, 2)
    .map(({ name, kind }) =>
      kind === 'matrix'
        ? map(name, readable(name), 'row', 'column')
        : lines({ [name]: readable(name) }, readable(name), { xTitle: 'number', yTitle: readable(name) }),
    );

const nameOf = (one: FigureDesign): string => (one.kind === 'lines' ? (Object.keys(one.of)[0] ?? '') : one.of);

/** Returns the list that a design names. */
function list({ outputs, params, inputs }: Answer, source: string | undefined): Float64Array | undefined {
  if (source === undefined) return undefined;
  const [, kind, name = '', row] = /^(?:(params|inputs)\.)?(\w+)(?:\[(\d+)\])?$/.exec(source) ?? [];
  if (kind === 'params') return Array.isArray(params[name]) ? Float64Array.from(params[name] as number[]) : undefined;
  const value = kind === 'inputs' ? inputs[name]?.data : outputs[name];
  if (value instanceof Float64Array) return value;
  return isMatrix(value) && row !== undefined ? (stepped('row', value, Number(row)) as Float64Array) : undefined;
}

const isMatrix = (value: unknown): value is Matrix<Float64Array> =>
  typeof value === 'object' && value !== null && 'rows' in value;

function mapOf(
  info: AnalysisInfo,
  one: FigureDesign & { kind: 'map' },
  { outputs, of }: Answer,
): HTMLElement | undefined {
  const matrix = outputs[one.of];
  if (!isMatrix(matrix)) return undefined;
  const view = matrixView({ name: `${one.title}, ${of}`, file: () => `${info.id}-${one.of}`, height: mapHeight });
  view.show({ matrix, rowTitle: one.row, colTitle: one.column });
  return view.element;
}

function chartOf(
  info: AnalysisInfo,
  one: Exclude<FigureDesign, { kind: 'map' }>,
  answer: Answer,
): HTMLElement | undefined {
  if (one.kind === 'stems') return stemsOf(info, one, answer);
  const series = seriesOf(one, answer);
  const longest = Math.max(0, ...series.map(({ values }) => values.length));
  if (longest < 2) return undefined;
  const given = list(answer, one.x);
  const x = given && given.length >= longest ? given : Float64Array.from({ length: longest }, (_, i) => i);
  const view = seriesView({ name: `${one.title}, ${answer.of}`, file: () => `${info.id}-${nameOf(one)}` });
  const logY = one.logY === true && series.every(({ values }) => Array.from(values).every((value) => !(value < 0)));
  view.show({
    ...{ x, series, logY, xTitle: one.xTitle, yTitle: one.yTitle, logX: one.logX === true },
    describe: (i) =>
      `${one.xTitle} ${short(x[i]!)}: ${series.map(({ name, values }) => `${name} ${short(values[i] ?? Number.NaN)}`).join('; ')}`,
  });
  return view.element;
}

function seriesOf(one: Exclude<FigureDesign, { kind: 'map' | 'stems' }>, answer: Answer): NamedSeries[] {
  if (one.kind !== 'lines') return rowsOf(one, answer);
  return Object.entries(one.of).flatMap(([source, name], i) => {
    const values = list(answer, source);
    return values
      ? [{ name, colour: one.colours?.[i] ?? i, values, dashed: one.dashed?.includes(source) === true }]
      : [];
  });
}

/** Shows at most `mostRows` rows, evenly spaced. */
function rowsOf({ kind, of, prefix, names }: Rows, answer: Answer): NamedSeries[] {
  const matrix = answer.outputs[of];
  if (!isMatrix(matrix)) return [];
  const { data, rows, cols } = matrix;
  const all = kind === 'rows' ? rows : cols;
  const said = typeof names === 'string' ? Array.from(list(answer, names) ?? [], short) : names;
  const count = Math.min(all, mostRows);
  return Array.from({ length: count }, (_, k) => {
    const at = Math.floor((k * all) / count);
    const values =
      kind === 'rows'
        ? stepped('row', matrix, at)
        : Float64Array.from({ length: rows }, (__, i) => data[i * cols + at]!);
    return { name: `${prefix} ${said?.[at] ?? at + 1}`.trim(), colour: k, values };
  });
}

/** One vertical line from 0 at each x. */
function stemsOf(info: AnalysisInfo, one: Stems, answer: Answer): HTMLElement | undefined {
  const [places, heights] = [list(answer, one.x), list(answer, one.of)];
  if (places === undefined || heights === undefined) return undefined;
  const stems = Array.from(places, (x, i) => [x, heights[i]!] as const)
    .filter(([, y]) => y !== 0)
    .sort(([a], [b]) => a - b);
  const view = seriesView({ name: `${one.title}, ${answer.of}`, file: () => `${info.id}-${one.of}` });
  view.show({
    x: Float64Array.from(stems.flatMap(([x]) => [x, x, x])),
    xTitle: one.xTitle,
    yTitle: one.yTitle,
    series: [{ name: one.yTitle, colour: 1, values: Float64Array.from(stems.flatMap(([, y]) => [0, y, Number.NaN])) }],
    describe: (i) => {
      const [x = 0, y = 0] = stems[Math.floor(i / 3)] ?? [];
      return `${one.xTitle} ${short(x)}: ${one.yTitle} ${short(y)}`;
    },
  });
  return view.element;
}
