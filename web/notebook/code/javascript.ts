/** Writes the JavaScript that computes the table of the picture. */
import type { EncodingSpec, Shape } from '../../lib/types/posenc.js';
import type { Sampling } from '../places.js';
import { placesOf } from '../places.js';
import type { Picture } from '../state.js';
import { isLongList } from '../key.js';

export function javascriptCode(spec: EncodingSpec, at: Sampling, shape: Shape, picture: Picture | undefined): string {
  const body = picture === undefined ? facts() : calls(at, shape, picture);
  return `${[
    "import { create } from 'posenc';",
    '',
    'const pe = await create();',
    `const spec = ${literal(spec)};`,
    ...body,
    'pe.dispose();',
  ].join('\n')}\n`;
}

function facts(): string[] {
  return ['// what the encoding reports on itself', 'console.log(await pe.facts(spec));'];
}

function calls(at: Sampling, shape: Shape, picture: Picture): string[] {
  const n = shape.cells || at.count;
  switch (picture) {
    case 'attentionBias':
      return [
        '// one matrix a head, row-major: query by key',
        `const bias = await pe.attentionBias(spec, ${n}, ${n});`,
        'console.log(bias.rows, bias.data);',
      ];
    case 'relativeMap':
      return [
        '// row-major: query by key',
        `const map = await pe.relativeMap(spec, ${n}, ${n});`,
        'console.log(map.rows, map.cols, map.data);',
      ];
    case 'attentionScores': {
      const width = shape.scoreDim || 32;
      return [
        `const rows = (n, value) => Array.from({ length: n }, () => new Array(${width}).fill(value));`,
        '// logits of queries and keys of ones, row-major: query by key',
        `const scores = await pe.attentionScores(spec, rows(${n}, 1), rows(${n}, 1));`,
        'console.log(scores.rows, scores.cols, scores.data);',
      ];
    }
    case 'rotate': {
      const [before, positions, count] = places(at, shape);
      return [
        ...before,
        `const x = Array.from({ length: ${count} }, () => new Array(${shape.headDim}).fill(1));`,
        '// row-major: positions by channels',
        `const turned = await pe.rotate(spec, x, ${positions});`,
        'console.log(turned.rows, turned.cols, turned.data);',
      ];
    }
    default: {
      const [before, positions] = places(at, shape);
      return [
        ...before,
        '// row-major: positions by channels',
        `const table = await pe.table(spec, ${positions}, { dtype: 'f64' });`,
        'console.log(table.rows, table.cols, table.data);',
      ];
    }
  }
}

/** Lines that make the positions, the expression for them, and their count. */
function places(at: Sampling, shape: Shape): [string[], string, number] {
  const { positions, count, sides } = placesOf(shape, at);
  if (typeof positions === 'number' || 'grid' in (positions as object) || 'start' in (positions as object))
    return [[], literal(positions), count];
  return [
    [
      `const axis = Array.from({ length: ${sides[0]} }, (_, k) => ${at.start} + ${at.step} * k);`,
      'let positions = [[]];',
      `for (let a = 0; a < ${sides.length}; a += 1) positions = positions.flatMap((p) => axis.map((x) => [...p, x]));`,
    ],
    'positions',
    count,
  ];
}

/** Longer lists are left out of the program. */
const mostWritten = 4096;
const widest = 68;

/** A JavaScript literal: bare keys if they are identifiers, one entry per line if it is long. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isLongList(value, mostWritten)) return `[] /* ${value.length} numbers: those of readTensors */`;
  const deeper = `${indent}  `;
  const list = Array.isArray(value) || ArrayBuffer.isView(value);
  const entries = list
    ? Array.from(value as ArrayLike<unknown>, (inner) => literal(inner, deeper))
    : Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .map(([key, inner]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${literal(inner, deeper)}`);
  const [open, close] = list ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${entries.join(', ')}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= widest) return line;
  return list
    ? `[\n${deeper}${wrap(entries, widest - deeper.length).join(`\n${deeper}`)}\n${indent}]`
    : `{\n${entries.map((entry) => `${deeper}${entry},`).join('\n')}\n${indent}}`;
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length + 2 <= width) lines[lines.length - 1] = `${last} ${word},`;
    else lines.push(`${word},`);
  }
  return lines;
}
