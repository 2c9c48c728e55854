/**
 * Validates messages from the sandbox: named fields of plain records, each with its type and within the protocol's
 * limits. Other fields are ignored. Returns undefined for invalid messages.
 */
import {
  type CellFault,
  type InspectedValue,
  type Made,
  type ModuleFile,
  type Output,
  type Plain,
  type Turn,
  type ViewName,
  inspectedTypes,
  most,
  pictureTypes,
  viewNames,
} from '../protocol.js';
import { type Fields, Refused, clipped, fields, finite, flag, list, refuse, text, whole } from './fields.js';
import { exerciseOf, inputOf, valueOf } from './read-controls.js';

export interface CellRead extends Turn {
  readonly outputs: readonly (readonly [serial: number, output: Output | undefined])[];
}
type Read =
  | { readonly type: 'ready' | 'pong' }
  | { readonly type: 'ask'; readonly name: ModuleFile }
  | { readonly type: 'at'; readonly id: number }
  | { readonly type: 'turns'; readonly turns: readonly CellRead[] };

const modules: readonly unknown[] = [
  'core.wasm',
  'analysis.wasm',
  'train.wasm',
  'config.wasm',
] satisfies readonly ModuleFile[];

export function readMessage(data: unknown): Read | undefined {
  try {
    const of = fields(data);
    const type = of('type');
    if (type === 'ready' || type === 'pong') return { type };
    if (type === 'ask') {
      const name = of('name');
      return modules.includes(name) ? { type, name: name as ModuleFile } : undefined;
    }
    if (type === 'at') return { type, id: whole(of('id'), 1, 2 ** 31) };
    if (type !== 'turns') return undefined;
    return { type, turns: list(of('turns'), 2000).map(turnOf) };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function turnOf(value: unknown): CellRead {
  const of = fields(value);
  const state = of('state');
  if (state !== 'running' && state !== 'done' && state !== 'failed') return refuse();
  const progress = of('progress');
  const fault = of('fault');
  return {
    id: whole(of('id'), 1, 2 ** 31),
    state,
    ...(progress === undefined ? {} : { progress: Math.min(1, Math.max(0, finite(progress))) }),
    ...(fault === undefined ? {} : { fault: faultOf(fault) }),
    outputs: list(of('outputs'), most.outputs).map((pair) => {
      const [serial, output] = list(pair, 2);
      return [whole(serial, 1, Number.MAX_SAFE_INTEGER), output === undefined ? undefined : outputOf(output)] as const;
    }),
  };
}

function faultOf(value: unknown): CellFault {
  const of = fields(value);
  const name = of('of');
  const [line, column] = [of('line'), of('column')];
  return {
    message: clipped(of('message'), 2000),
    ...(name === undefined ? {} : { of: clipped(name, most.label) }),
    ...(line === undefined ? {} : { line: whole(line, 0, 1e6) }),
    ...(column === undefined ? {} : { column: whole(column, 0, 1e6) }),
  };
}

function outputOf(value: unknown): Output {
  const of = fields(value);
  const kind = of('kind');
  switch (kind) {
    case 'text':
    case 'markdown':
      return { kind, text: text(of('text'), most.text) };
    case 'tex':
      return { kind, text: text(of('text'), most.text), display: flag(of('display')) };
    case 'value': {
      let left: number = 2 * most.shown;
      return { kind, name: text(of('name')), value: inspectedOf(of('value'), () => (left-- > 0 ? true : refuse()), 0) };
    }
    case 'table': {
      const columns = list(of('columns'), most.columns).map((name) => clipped(name, most.label));
      const rows = list(of('rows'), most.rows).map((row) => list(row, most.columns).map(cellOf));
      return { kind, columns, rows, total: whole(of('total'), rows.length, Number.MAX_SAFE_INTEGER) };
    }
    case 'chart':
      return chartOf(of);
    case 'view':
      return viewOf(of);
    case 'image':
      return imageOf(of);
    case 'check':
      return {
        kind,
        claim: text(of('claim'), most.text),
        value: clipped(of('value'), most.label),
        expected: clipped(of('expected'), most.label),
        passes: flag(of('passes')),
      };
    case 'exercise':
      return exerciseOf(of);
    case 'input': {
      const spec = inputOf(of('spec'));
      const set = of('value');
      return {
        kind,
        index: whole(of('index'), 0, most.outputs),
        spec,
        value: set === undefined ? undefined : valueOf(set),
      };
    }
    default:
      return refuse();
  }
}

function cellOf(value: unknown): string | number | boolean {
  if (typeof value === 'string') return value.slice(0, most.label);
  return typeof value === 'number' || typeof value === 'boolean' ? value : refuse();
}

function inspectedOf(value: unknown, count: () => boolean, depth: number): InspectedValue {
  count();
  if (depth > most.depth + 1) return refuse();
  const of = fields(value);
  const type = of('type') as InspectedValue['type'];
  if (!inspectedTypes.includes(type)) return refuse();
  const entries = of('entries');
  const more = of('more');
  return {
    type,
    text: clipped(of('text'), 4100),
    ...(entries === undefined
      ? {}
      : {
          entries: list(entries, most.entries).map((pair) => {
            const [name, inner] = list(pair, 2);
            return [clipped(name, 80), inspectedOf(inner, count, depth + 1)] as const;
          }),
        }),
    ...(more === undefined ? {} : { more: whole(more, 0, Number.MAX_SAFE_INTEGER) }),
  };
}

/** Chart options that cells cannot set: the width follows from the place, and file names from the title. */
const refusedOptions: readonly string[] = ['width', 'cursor', 'theme', 'file', '__proto__'];
const [leastHeight, mostHeight] = [80, 1200];

/** Reads numbers, strings and lists, up to the protocol's limit per output. */
function plainReader(refused: readonly string[] = ['__proto__']): (value: unknown, depth?: number) => Plain {
  let left: number = most.numbers;
  const take = (count: number): void => {
    left -= count;
    if (left < 0) refuse();
  };
  const plain = (value: unknown, depth = 0): Plain => {
    take(1);
    if (value === undefined || typeof value === 'boolean' || typeof value === 'number') return value;
    if (typeof value === 'string') return value.slice(0, most.label);
    if (value instanceof Float64Array || value instanceof Float32Array) {
      take(value.length);
      return value;
    }
    if (depth > most.nested) return refuse();
    if (Array.isArray(value)) return list(value, most.items).map((one) => plain(one, depth + 1));
    const field = fields(value);
    const names = Object.keys(value as object).filter((name) => !refused.includes(name));
    return Object.fromEntries(
      names.slice(0, most.columns).map((name) => [name.slice(0, 80), plain(field(name), depth + 1)]),
    );
  };
  return plain;
}
const isList = (value: unknown): boolean => Array.isArray(value) || ArrayBuffer.isView(value);

function viewOf(of: Fields): Output {
  const view = of('view') as ViewName;
  const given = of('of');
  const index = of('index');
  if (!viewNames.includes(view) || typeof given !== 'object' || isList(given)) return refuse();
  return {
    ...{ kind: 'view', view, of: plainReader()(given) as Readonly<Record<string, Plain>> },
    ...madeOf(of('made')),
    ...(index === undefined ? {} : { index: whole(index, 0, most.outputs) }),
  };
}

function chartOf(of: Fields): Output {
  const plain = plainReader(refusedOptions);
  const given = of('options');
  if (isList(given)) return refuse();
  const options = plain(given) as Readonly<Record<string, Plain>>;
  const { height } = options;
  const bounded = Number.isFinite(height) ? Math.min(mostHeight, Math.max(leastHeight, height as number)) : undefined;
  return {
    kind: 'chart',
    chart: text(of('chart'), 80),
    data: plain(of('data')),
    options: { ...options, height: bounded },
    ...(of('cursor') === undefined ? {} : { cursor: whole(of('cursor'), 1, Number.MAX_SAFE_INTEGER) }),
    ...(of('half') === true ? { half: true } : {}),
    ...madeOf(of('made')),
  };
}

function madeOf(value: unknown): { readonly made?: Made } {
  if (value === undefined) return {};
  const [cell, line] = list(value, 2);
  return { made: [whole(cell, 1, 2 ** 31), whole(line, 0, 1e6)] };
}

function imageOf(of: Fields): Output {
  const bytes = of('bytes');
  const type = of('type');
  if (!(bytes instanceof Uint8Array) || bytes.length > most.imageBytes || !pictureTypes.includes(type)) return refuse();
  return { kind: 'image', bytes, type: type as string, alt: clipped(of('alt'), most.text) };
}
