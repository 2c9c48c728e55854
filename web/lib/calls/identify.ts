/**
 * identify: finds the spec, or the known mistake, that produced the numbers of a rotary embedding. The search is in
 * src/identify; here arguments are read, and configurations become the specs that the numbers should follow.
 */
import { isFloats } from '../checks/arrays.js';
import type { Control } from '../checks/control.js';
import { errorAbout, mustBe, PosencError } from '../checks/errors.js';
import { controlOf, readOptions, throwIfAborted, wholeOption } from '../checks/options.js';
import { guarded, isPlain } from '../checks/record.js';
import { readRows } from '../checks/rows.js';
import type { EncodingSpec, RopeSpec, SinusoidalSpec } from '../generated/encodings.js';
import { atContext, readConfig } from '../hf/config-argument.js';
import { configOfGguf, isGguf } from '../hf/gguf-fields.js';
import { checkSpec } from '../requests/spec.js';
import type { RawReport } from '../types/core.js';
import type { Identification, ImportedLayer, Matrix } from '../types/posenc.js';
import type { Composed } from './composed.js';

/** A spec that the numbers should follow, as posenc/identify.hpp reads it. */
interface Expectation {
  readonly spec: RopeSpec | SinusoidalSpec;
  readonly layer?: string;
  readonly maxContext?: number;
}

export const identify: Composed<'identify'> = {
  takes: ['numbers'],
  make: (calls) => async (numbers, options) => {
    const read = calls.read(() => readIdentify(numbers, options));
    const { importConfig, openConfig, sinusoidsOf } = await import('../hf/index.js');
    const { control, firstPosition = 0, contextLength } = read;
    throwIfAborted(control.signal);
    const importing = async (config: string | object): Promise<[string, ImportedLayer][]> => {
      const file = await openConfig(config);
      const layers = Object.entries(calls.read(() => importConfig(file)).layers);
      for (const [, { spec }] of layers) calls.read(() => refuseOther(spec));
      return layers;
    };
    const expectedBy = async (config: string | object): Promise<Expectation[]> => {
      try {
        const sinusoids = sinusoidsOf(await openConfig(config));
        if (sinusoids) return [{ spec: sinusoids }];
        const layers = await importing(config);
        return layers.map(([name, layer]) => expectationOf(name, layer, lengthOf(layer), layers.length > 1));
      } catch (thrown) {
        if (!(thrown instanceof PosencError) || thrown.field.startsWith('options.')) throw thrown;
        const field = `options.config.${thrown.field}`.replace('.config.config', '.config');
        throw new PosencError(thrown.code, field, thrown.message, { cause: thrown });
      }
    };
    const lengthOf = (layer: ImportedLayer): number => contextLength ?? layer.maxContext;
    const fromSpec = read.spec ? [{ spec: at(read.spec, contextLength) }] : [];
    const expected = read.config === undefined ? fromSpec : await expectedBy(read.config);
    const request = {
      numbers: await requested(read.numbers),
      options: JSON.stringify({ expected, firstPosition }),
    };
    try {
      const { json } = await calls.ask('identify', () => ({ request, control }));
      return JSON.parse(json) as Identification;
    } catch (thrown) {
      throw thrown instanceof PosencError ? ofOptions(thrown) : thrown;
    }

    async function requested(given: Read['numbers']) {
      if (typeof given === 'string') return given;
      if (!('header' in given)) return given;
      const [[, layer] = []] = await importing(given.header);
      const spec = at(layer!.spec as RopeSpec, lengthOf(layer!));
      const [{ frequency }] = (await calls.ask('report', () => ({ request: [questionOf(spec)], control }))) as [
        RawReport,
      ];
      // the precision of the factors in the file
      return { data: Float64Array.from(frequency, Math.fround), rows: 1, subject: subjects.frequencies };
    }
  },
};

/** The options of the C++ function are our own. */
function ofOptions({ code, field, message, cause }: PosencError): PosencError {
  const own = field.replace(/^expected\[\d+\]\.spec/, 'spec').replace(/^(?=spec|firstPosition)/, 'options.');
  return new PosencError(code, own, message, { cause });
}

function refuseOther({ encoding }: EncodingSpec): void {
  if (encoding === 'rope') return;
  const text = `the file's encoding is ${encoding}; identify compares numbers of those that rotate by one position`;
  throw new PosencError('unsupported_config', 'options.config', text);
}

/** The core reads the length of an extension from the request. */
function questionOf(spec: RopeSpec) {
  const { scaling } = spec;
  const contextLength = (scaling && 'contextLength' in scaling ? scaling.contextLength : undefined) ?? 1;
  return { spec: checkSpec(spec, 'report'), trainedContext: 1, contextLength };
}

const at = (spec: RopeSpec, length: number | undefined): RopeSpec =>
  length === undefined ? spec : (atContext(spec, length) as RopeSpec);

const expectationOf = (name: string, layer: ImportedLayer, length: number, named: boolean): Expectation => ({
  spec: at(layer.spec as RopeSpec, length),
  ...(named && { layer: name }),
  maxContext: layer.maxContext,
});

/** In the order of posenc/identify.hpp. */
const subjects = { frequencies: 0, table: 1, cosSin: 2 } as const;

interface Table {
  readonly subject: number;
  readonly data: Float64Array;
  readonly rows: number;
}
interface Read {
  readonly numbers: string | Table | { readonly header: object };
  readonly config?: string | object;
  readonly spec?: RopeSpec;
  readonly contextLength?: number | undefined;
  readonly firstPosition?: number | undefined;
  readonly control: Control;
}

function readIdentify(numbers: unknown, options: unknown): Read {
  const entries = readOptions(options, ['config', 'spec', 'contextLength', 'firstPosition']);
  const [config, spec] = [entries.get('config'), entries.get('spec')];
  if (config !== undefined && spec !== undefined)
    throw errorAbout('bad_argument', 'options.spec', 'replaces options.config; give only one of them');
  const contextLength = wholeOption(entries, 'contextLength');
  if (contextLength !== undefined && config === undefined && spec === undefined && !isGguf(numbers))
    throw errorAbout('bad_argument', 'options.contextLength', 'needs a config or a spec');
  return {
    numbers: readNumbers(numbers),
    ...(config !== undefined && { config: readConfig(config) }),
    ...(spec !== undefined && { spec: ropeOf(spec) }),
    contextLength,
    firstPosition: wholeOption(entries, 'firstPosition', 0),
    control: controlOf(entries),
  };
}

/** Returns a spec with 1-D rotary positions, checked like every spec. */
function ropeOf(spec: unknown): RopeSpec {
  try {
    const { encoding } = checkSpec(spec);
    if (encoding === 'rope') return structuredClone(spec) as RopeSpec;
    throw new PosencError('bad_argument', 'encoding', `it must be rope, but '${encoding}' was given`);
  } catch (thrown) {
    if (!(thrown instanceof PosencError)) throw thrown;
    const field = thrown.field === 'spec' ? 'options.spec' : `options.spec.${thrown.field}`;
    throw new PosencError(thrown.code, field, `options.spec: ${thrown.message}`, { cause: thrown });
  }
}

const what = 'a list of frequencies, a table { data, rows, cols }, { cos, sin }, text, or what readGguf gives';

function readNumbers(numbers: unknown): Read['numbers'] {
  if (typeof numbers === 'string') return numbers;
  const subject = { code: 'bad_argument', field: 'numbers', what } as const;
  return guarded(subject, () => {
    if (isGguf(numbers)) return { header: configOfGguf(numbers) };
    if (isFloats(numbers) || (Array.isArray(numbers) && typeof numbers[0] === 'number')) return listOf(numbers);
    if (isPlain(numbers) && Object.hasOwn(numbers, 'cos') && Object.hasOwn(numbers, 'sin'))
      return bothOf(numbers as { readonly cos: unknown; readonly sin: unknown });
    if (isPlain(numbers) || Array.isArray(numbers)) return tableOf(readRows(numbers, { field: 'numbers' }));
    throw mustBe('bad_argument', 'numbers', what, numbers);
  });
}

const listOf = (list: ArrayLike<unknown>): Table => {
  const { data, cols } = readRows([list], { field: 'numbers' });
  if (cols < 2) throw errorAbout('bad_shape', 'numbers', `must be at least 2, but ${cols} was given`);
  return { subject: subjects.frequencies, data, rows: 1 };
};

function tableOf({ data, rows, cols }: Matrix<Float64Array>): Table {
  if (rows * cols < 2) throw errorAbout('bad_shape', 'numbers', `must be at least 2, but they are ${rows} x ${cols}`);
  return rows === 1 || cols === 1
    ? { subject: subjects.frequencies, data, rows: 1 }
    : { subject: subjects.table, data, rows };
}

/** Joins each position's cosines and sines into one row. */
function bothOf({ cos: c, sin: s }: { readonly cos: unknown; readonly sin: unknown }): Table {
  const cos = readRows(c, { field: 'numbers.cos' });
  const sin = readRows(s, { field: 'numbers.sin', rows: { count: cos.rows, of: 'positions' }, cols: cos.cols });
  const { rows, cols } = cos;
  if (rows < 1 || cols < 1) throw errorAbout('bad_shape', 'numbers.cos', `is ${rows} x ${cols}`);
  const data = new Float64Array(2 * rows * cols);
  for (let row = 0; row < rows; row++) {
    data.set(cos.data.subarray(row * cols, (row + 1) * cols), 2 * row * cols);
    data.set(sin.data.subarray(row * cols, (row + 1) * cols), (2 * row + 1) * cols);
  }
  return { subject: subjects.cosSin, data, rows };
}
