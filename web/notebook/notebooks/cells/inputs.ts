/** `Inputs` as in Observable's notebooks, as descriptions: the page draws them, and `view` returns their values. */
import { type InputSpec, most } from '../protocol.js';

interface Common {
  readonly label?: string;
}

export const ascending = (numbers: readonly number[]): boolean =>
  numbers.every((one, i) => Number.isFinite(one) && (i === 0 || numbers[i - 1]! < one));

export class Input<T = unknown> {
  constructor(
    readonly spec: InputSpec,
    /** Converts the value sent by the page to that of the cell. */
    readonly read: (value: unknown) => T,
  ) {}
}

const label = ({ label: text = '' }: Common): string => String(text).slice(0, most.label);
const colour = /^#[\da-f]{6}$/i;
const finite = (value: unknown, otherwise: number): number => (Number.isFinite(value) ? (value as number) : otherwise);

function bounded(
  input: 'range' | 'number' | 'play',
  extent: readonly [number, number] = [0, 1],
  options: Numeric = {},
): Input<number> {
  const [min, max] = [finite(extent[0], 0), finite(extent[1], 1)];
  const step = finite(options.step, input === 'range' ? (max - min) / 100 : 1);
  const clamp = (value: number): number => Math.min(max, Math.max(min, value));
  const value = clamp(finite(options.value, input === 'play' ? min : (min + max) / 2));
  const rate = input === 'play' ? Math.min(most.rate, Math.max(0.1, finite(options.rate, 10))) : undefined;
  const spec = { input, label: label(options), min, max, step, value, ...(rate ? { rate } : {}) };
  return new Input(spec, (given) => clamp(finite(given, value)));
}
interface Numeric extends Common {
  readonly step?: number;
  readonly value?: number;
  /** Steps per second, for `play`. */
  readonly rate?: number;
}

interface Drawn extends Common {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Label of the x axis. */
  readonly x?: string;
}

interface Choice extends Common {
  readonly value?: unknown;
  readonly format?: (value: unknown) => string;
}
/** The options and their names. */
function choices(
  from: Iterable<unknown>,
  { format = String }: Choice,
): readonly [readonly unknown[], readonly string[]] {
  const values = [...from].slice(0, most.options);
  return [values, values.map((one) => String(format(one)).slice(0, most.label))];
}
function chosen(input: 'select' | 'radio', from: Iterable<unknown>, options: Choice = {}): Input {
  const [values, names] = choices(from, options);
  const value = Math.max(0, values.indexOf(options.value));
  return new Input({ input, label: label(options), options: names, value }, (given) => values[finite(given, value)]);
}

export const Inputs = Object.freeze({
  range: (extent?: readonly [number, number], options?: Numeric): Input => bounded('range', extent, options),
  number: (extent?: readonly [number, number], options?: Numeric): Input => bounded('number', extent, options),
  /** Steps through its numbers when the reader presses Play; can be stopped. */
  play: (extent?: readonly [number, number], options?: Numeric): Input => bounded('play', extent, options),
  select: (from: Iterable<unknown>, options?: Choice): Input => chosen('select', from, options),
  radio: (from: Iterable<unknown>, options?: Choice): Input => chosen('radio', from, options),
  /** The list of checked options. */
  checkbox(from: Iterable<unknown>, options: Choice = {}): Input {
    const [values, names] = choices(from, options);
    const ticked = Array.isArray(options.value) ? (options.value as unknown[]) : [];
    const value = values.flatMap((one, i) => (ticked.includes(one) ? [i] : []));
    return new Input({ input: 'checkbox', label: label(options), options: names, value }, (given) => {
      const set = Array.isArray(given) ? (given as number[]) : value;
      return values.filter((_, i) => set.includes(i));
    });
  },
  /** A string #rrggbb. */
  color(options: Common & { value?: string } = {}): Input {
    const isColor = (text: unknown): text is string => typeof text === 'string' && colour.test(text);
    const value = isColor(options.value) ? options.value : '#1b55c9';
    return new Input({ input: 'color', label: label(options), value }, (given) => (isColor(given) ? given : value));
  },
  /** The number of presses. */
  button: (name = 'Press', options: Common = {}): Input =>
    new Input({ input: 'button', label: label({ label: options.label ?? name }), value: 0 }, (given) =>
      finite(given, 0),
    ),
  text(options: Common & { value?: string; placeholder?: string } = {}): Input {
    const [value, placeholder] = [String(options.value ?? ''), String(options.placeholder ?? '')];
    return new Input({ input: 'text', label: label(options), placeholder, value }, (given) => String(given ?? value));
  },
  toggle: (options: Common & { value?: boolean } = {}): Input =>
    new Input({ input: 'toggle', label: label(options), value: options.value === true }, (given) =>
      given === undefined ? options.value === true : given === true,
    ),
  /** Rows of numbers. */
  matrix(rows: readonly (readonly number[])[], options: Common = {}): Input {
    const cols = rows[0]?.length ?? 0;
    if (rows.length < 1 || rows.length > most.matrix || cols < 1 || cols > most.matrix)
      throw new RangeError(`a matrix to be set has 1 to ${most.matrix} rows and columns, not ${rows.length} × ${cols}`);
    if (rows.some((row) => row.length !== cols)) throw new RangeError('all rows of a matrix are equally long');
    const value = rows.flat().map(Number);
    const spec = { input: 'matrix', label: label(options), rows: rows.length, cols, value } as const;
    return new Input(spec, (given) => {
      const flat = Array.isArray(given) && given.length === value.length ? (given as number[]) : value;
      return rows.map((_, i) => flat.slice(i * cols, (i + 1) * cols));
    });
  },
  /** A binding guess; undefined before it is made. */
  predict([low, high]: readonly [number, number] = [0, 1], options: Numeric = {}): Input<number | undefined> {
    const [min, max] = [finite(low, 0), finite(high, 1)];
    const step = finite(options.step, (max - min) / 100);
    return new Input({ input: 'predict', label: label(options), min, max, step }, (given) =>
      typeof given === 'number' && given >= min && given <= max ? given : undefined,
    );
  },
  /** A binding guess among options; undefined before it is made. */
  predictOne(from: Iterable<unknown>, options: Choice = {}): Input {
    const [values, names] = choices(from, options);
    return new Input({ input: 'predictOne', label: label(options), options: names }, (given) =>
      Number.isInteger(given) ? values[given as number] : undefined,
    );
  },
  /** A guess of a curve, with a value at each of `xs`; undefined before it is made. */
  predictCurve(xs: Iterable<number>, options: Drawn = {}): Input<readonly number[] | undefined> {
    const places = [...xs].map(Number);
    const [min, max] = [finite(options.min, 0), finite(options.max, 1)];
    if (places.length < 2 || places.length > most.drawn || !ascending(places))
      throw new RangeError(`a curve is drawn at 2 to ${most.drawn} places, which are numbers in ascending order`);
    if (!(min < max)) throw new RangeError('a curve is drawn between min and a larger max');
    const spec = {
      input: 'predictCurve',
      label: label(options),
      xs: places,
      x: label({ label: options.x ?? '' }),
      min,
      max,
      step: Math.abs(finite(options.step, 0)) || (max - min) / 100,
    } as const;
    const fits = (given: unknown): given is readonly number[] =>
      Array.isArray(given) &&
      given.length === places.length &&
      given.every((one) => typeof one === 'number' && one >= min && one <= max);
    return new Input(spec, (given) => (fits(given) ? [...given] : undefined));
  },
  /** Undefined until a file is chosen; then { name, bytes }. */
  file: (options: Common & { accept?: string } = {}): Input =>
    new Input({ input: 'file', label: label(options), accept: String(options.accept ?? '') }, (given) => given),
});
