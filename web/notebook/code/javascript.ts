/** The picture's table as a program of this library. */
import type { EncodingSpec } from '../../lib/posenc.js';
import type { Sampling } from './python.js';

export function javascriptCode(spec: EncodingSpec, at: Sampling): string {
  const head = ["import { create } from 'posenc';", '', 'const pe = await create();', `const spec = ${literal(spec)};`];
  if (spec.encoding === 'alibi') {
    head.push(
      '// one matrix a head, row-major: query by key',
      `const bias = await pe.attentionBias(spec, ${at.count}, ${at.count});`,
      'console.log(bias.rows, bias.data);',
    );
  } else {
    const positions =
      at.start === 0 && at.step === 1 ? String(at.count) : literal({ start: at.start, count: at.count, step: at.step });
    head.push(
      '// row-major: positions by channels',
      `const table = await pe.table(spec, ${positions}, { dtype: 'f64' });`,
      'console.log(table.rows, table.cols, table.data);',
    );
  }
  return `${[...head, 'pe.dispose();'].join('\n')}\n`;
}

const WIDEST = 68;

/** A JavaScript literal: bare keys where they are identifiers, one entry a line where it gets long. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const deeper = `${indent}  `;
  const list = Array.isArray(value) || ArrayBuffer.isView(value);
  const entries = list
    ? Array.from(value as ArrayLike<unknown>, (inner) => literal(inner, deeper))
    : Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .map(([key, inner]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${literal(inner, deeper)}`);
  const [open, close] = list ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${entries.join(', ')}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= WIDEST) return line;
  return list
    ? `[\n${deeper}${wrap(entries, WIDEST - deeper.length).join(`\n${deeper}`)}\n${indent}]`
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
