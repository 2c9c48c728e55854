/**
 * Checks the attributes of `<posenc-chart>` and of the widget, and makes the chart: from data if present, else from the
 * spec.
 */
import type { KindData } from '../charts/core/kind.js';
import { type ChartElement, type ChartOptions, type SharedCursor, charts, sharedCursor } from '../charts/index.js';
import { errorAbout, PosencError } from '../checks/errors.js';
import { meant, printable } from '../checks/show.js';
import type { EncodingSpec, Posenc } from '../types/posenc.js';
import type { PositionRange } from '../types/values.js';
import { withCalls } from './calls.js';

/** Attributes of a page as strings, or values of a model. */
export interface ChartRequest {
  readonly chart: unknown;
  /** An encoding, or for `wavelength-bands` a model's config.json; an object, or its JSON. */
  readonly spec: unknown;
  /** Data of the chart, instead of a spec (docs/embed.md), as a value or JSON; `calls.ts` resolves calls. */
  readonly data: unknown;
  readonly options: unknown;
  readonly positions: unknown;
  readonly height: unknown;
  readonly theme: unknown;
  readonly caption: unknown;
  /** Charts of one group share place and selection. */
  readonly group: unknown;
}

/** Attributes of other elements, and names of this package's data. */
const attributeWords: Readonly<Record<string, string>> = {
  ...{ src: 'data', href: 'data', file: 'data', url: 'data', values: 'data', json: 'data' },
  ...{ type: 'chart', kind: 'chart', name: 'chart', encoding: 'spec', config: 'spec', model: 'spec' },
  ...{ label: 'caption', titel: 'caption', count: 'positions', length: 'positions', cursor: 'group', width: 'options' },
};
/** Attributes of every element. Names with '-', ':' or '@' belong to frameworks. */
const everyElement: ReadonlySet<string> = new Set(
  `accesskey autocapitalize autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert
  inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex
  title translate xmlns`.split(/\s+/),
);

/** Throws for an attribute that seems to be meant for the chart, which would otherwise be ignored. */
export function refuseAttributes(names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name) || everyElement.has(name) || /^on|[^a-z]/.test(name)) continue;
    const like = meant(name, known, attributeWords);
    if (like === undefined) continue;
    const more =
      like === 'data'
        ? ': the attribute data takes the JSON itself, not its address'
        : `; it may have ${known.join(', ')}`;
    throw new PosencError(
      'bad_argument',
      printable(name),
      `posenc-chart has no attribute '${printable(name)}' (did you mean '${like}'?)${more}`,
    );
  }
}

const initial = { chart: 'heat-map', spec: { encoding: 'sinusoidal', dim: 64 }, positions: 128 };
const fewest = 2;
const most = 4096;
const mostPosition = 2 ** 53;
const tallest = 10_000;

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** @param library called only if a spec must be computed, not for data */
export async function chartOf(request: ChartRequest, library: () => Promise<Posenc>): Promise<ChartElement> {
  const chart = given(request.chart) ? String(request.chart) : initial.chart;
  const row = charts.find(({ id }) => id === chart);
  if (!row)
    throw errorAbout(
      'bad_argument',
      'chart',
      `must be one of ${charts.map(({ id }) => id).join(', ')}, got '${chart.slice(0, 60)}'`,
    );
  const json = await row.make.json!();
  const make = row.make as unknown as (data: unknown, options: ChartOptions) => ChartElement;
  const read = json.options.read(
    given(request.options) ? objectOf('options', request.options, examples.options) : {},
    'options',
  );
  const options: ChartOptions = {
    ...(read as ChartOptions),
    theme: themeOf(request.theme),
    ...(given(request.height) ? { height: numberOf('height', request.height, 0, tallest) } : {}),
    ...(given(request.caption) ? { title: String(request.caption) } : {}),
    ...(given(request.group) ? { cursor: cursorOf(String(request.group)) } : {}),
  };
  if (given(request.data)) {
    const data = await withCalls(objectOf('data', request.data, json.smallest), library);
    return make(dataOf(data, json, chart), options);
  }
  const spec = objectOf('spec', given(request.spec) ? request.spec : initial.spec, examples.spec);
  const range = /^\s*\{/.test(String(request.positions)) ? rangeOf(request.positions) : undefined;
  if (range && chart !== 'heat-map') throw errorAbout('bad_argument', 'positions', `of '${chart}' must be a number`);
  const count = range ? range.count : given(request.positions) ? request.positions : initial.positions;
  const positions = numberOf('positions', count, fewest, most);
  if (!Number.isInteger(positions))
    throw errorAbout('bad_argument', 'positions', `must be a whole number, got ${positions}`);
  const embed = { spec, positions: range ?? positions };
  const [data, initially] = await json.ofSpec(await library(), {
    spec: spec as unknown as EncodingSpec,
    positions,
    range,
  });
  return make(data, { ...initially, ...options, embed });
}

/** Heat map only: start and step of the positions. */
function rangeOf(given: unknown): PositionRange {
  const { start = 0, count, step = 1 } = objectOf('positions', given, examples.positions);
  return {
    start: numberOf('positions.start', start, -mostPosition, mostPosition),
    count: numberOf('positions.count', count, fewest, most),
    step: numberOf('positions.step', step, -mostPosition, mostPosition),
  };
}

const groups = new Map<string, SharedCursor>();
function cursorOf(group: string): SharedCursor {
  const known = groups.get(group) ?? sharedCursor();
  groups.set(group, known);
  return known;
}

function themeOf(theme: unknown): ChartOptions['theme'] {
  if (!given(theme)) return 'auto';
  if (theme === 'light' || theme === 'dark' || theme === 'auto') return theme;
  throw errorAbout('bad_argument', 'theme', `must be light, dark or auto, got '${String(theme).slice(0, 60)}'`);
}

function numberOf(name: string, value: unknown, low: number, high: number): number {
  const number = Number(value);
  if (!(number >= low && number <= high && (number > 0 || low < 0)))
    throw errorAbout(
      'bad_argument',
      name,
      `must be a number from ${low} to ${high}${low < 0 ? '' : ', above zero'}, got '${String(value).slice(0, 60)}'`,
    );
  return number;
}

/** Adds to an error the smallest data that the chart accepts. */
function dataOf(data: unknown, { data: schema, smallest }: KindData, chart: string): unknown {
  try {
    return schema.read(data, 'data');
  } catch (thrown) {
    if (!(thrown instanceof PosencError)) throw thrown;
    const { code, field, message } = thrown;
    throw new PosencError(code, field, `${message}. The smallest data of '${chart}': ${smallest}`, { cause: thrown });
  }
}

const examples = {
  spec: '{"encoding":"rope","dim":64}',
  positions: '{"start":1000,"count":64}',
  options: '{"tools":false}',
} as const;
function objectOf(name: string, value: unknown, example: string): Readonly<Record<string, unknown>> {
  let read = value;
  if (typeof value === 'string')
    try {
      read = JSON.parse(value);
    } catch {
      throw errorAbout('bad_json', name, `must be JSON, such as ${example}`);
    }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw errorAbout('bad_json', name, `must be a JSON object, such as ${example}`);
  return read as Readonly<Record<string, unknown>>;
}
