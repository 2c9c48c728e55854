/**
 * Estimated time in ms that the page needs for an output. The sandbox limits the new outputs per message, so that tasks
 * of the page stay short. The page rejects heavier messages.
 */
import type { Output } from './protocol.js';

/** Limit for a message without its last output, which is sent whole. */
export const mostWeight = 40;

export function weightOf(output: Output): number {
  switch (output.kind) {
    case 'text':
      return 1 + output.text.length / 4000;
    case 'markdown':
      return 2 + output.text.length / 500;
    case 'tex':
      return 2 + output.text.length / 100;
    case 'table':
      return 2 + (output.rows.length * output.columns.length) / 500;
    case 'chart':
      return 10 + countOf(output.data) / 30_000;
    case 'view':
      return 10 + countOf(output.of) / 30_000;
    case 'value':
      return 4;
    case 'image':
      return 2 + output.bytes.length / 500_000;
    case 'input':
      if (output.spec.input === 'predictCurve') return 4;
      return output.spec.input === 'matrix' ? 2 + (output.spec.rows * output.spec.cols) / 50 : 2;
    case 'exercise':
      return 2 + (output.curve ? 3 : 0);
    default:
      return 2;
  }
}

/** Counts numbers and strings in nested data. */
function countOf(data: unknown): number {
  if (ArrayBuffer.isView(data)) return data.byteLength / 8;
  if (typeof data !== 'object' || data === null) return 1;
  let count = 1;
  for (const one of Object.values(data)) count += countOf(one);
  return count;
}
