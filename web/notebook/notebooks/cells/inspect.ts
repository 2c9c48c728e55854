/** Any value as plain data for the page's inspector, within the limits of the protocol. Never calls getters. */
import { type InspectedValue, most } from '../protocol.js';

const longestString = 2000;

export function inspect(value: unknown): InspectedValue {
  let left: number = most.shown;
  const seen = new Set<object>();
  return show(value, 0);

  function show(one: unknown, depth: number): InspectedValue {
    left--;
    switch (typeof one) {
      case 'string':
        return {
          type: 'string',
          text: JSON.stringify(one.length > longestString ? `${one.slice(0, longestString)}…` : one),
        };
      case 'number':
        return { type: 'number', text: Object.is(one, -0) ? '-0' : String(one) };
      case 'bigint':
        return { type: 'number', text: `${String(one).slice(0, longestString)}n` };
      case 'boolean':
        return { type: 'boolean', text: String(one) };
      case 'undefined':
        return { type: 'empty', text: 'undefined' };
      case 'symbol':
        return { type: 'string', text: String(one).slice(0, longestString) };
      case 'function':
        return { type: 'function', text: `ƒ ${safe(() => one.name) || 'anonymous'}` };
      default:
        return one === null ? { type: 'empty', text: 'null' } : ofObject(one!, depth);
    }
  }

  function ofObject(one: object, depth: number): InspectedValue {
    if (seen.has(one)) return { type: 'object', text: '↻' };
    if (one instanceof Error)
      return { type: 'error', text: safe(() => `${one.name}: ${one.message}`.slice(0, longestString)) };
    if (one instanceof Date) return { type: 'string', text: safe(() => one.toISOString()) };
    if (one instanceof RegExp) return { type: 'string', text: safe(() => String(one).slice(0, longestString)) };
    const name = nameOf(one);
    seen.add(one);
    try {
      if (Array.isArray(one) || (ArrayBuffer.isView(one) && !(one instanceof DataView))) {
        const list = one as ArrayLike<unknown>;
        return listed('list', `${name === 'Array' ? '' : name}(${list.length})`, list.length, depth, (i) => [
          String(i),
          list[i],
        ]);
      }
      if (one instanceof Map || one instanceof Set) {
        const entries = [...one.entries()].slice(0, most.entries);
        return listed('object', `${name}(${one.size})`, one.size, depth, (i) => [
          one instanceof Map ? String(entries[i]![0]).slice(0, 80) : String(i),
          entries[i]![1],
        ]);
      }
      const keys = Object.keys(one);
      return listed('object', name === 'Object' ? '' : name, keys.length, depth, (i) => {
        const described = Object.getOwnPropertyDescriptor(one, keys[i]!);
        return [keys[i]!.slice(0, 80), described && 'value' in described ? described.value : '(a getter)'];
      });
    } catch {
      return { type: 'object', text: name };
    } finally {
      seen.delete(one);
    }
  }

  function listed(
    type: 'list' | 'object',
    text: string,
    count: number,
    depth: number,
    entry: (i: number) => readonly [string, unknown],
  ): InspectedValue {
    const entries: [string, InspectedValue][] = [];
    if (depth < most.depth)
      for (let i = 0; i < count && i < most.entries && left > 0; i++) {
        const [name, value] = entry(i);
        entries.push([name, show(value, depth + 1)]);
      }
    return { type, text, entries, more: count - entries.length };
  }
}

function safe(text: () => string): string {
  try {
    return String(text());
  } catch {
    return '';
  }
}

const nameOf = (one: object): string => {
  const name = safe(() => String(Object(Object.getPrototypeOf(one)).constructor.name));
  return name.slice(0, 80) || 'Object';
};
