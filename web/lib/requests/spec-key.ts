/** A cache key: the whole spec as text. */
import type { RawSpec, RawValues } from '../types/core.js';

/** Returns undefined if the spec's lists have more than `mostNumbers` elements. */
export function keyOf(spec: RawSpec, mostNumbers: number): string | undefined {
  let room = mostNumbers;
  const textOf = ({ numbers, arrays }: RawValues): string => {
    let text = '';
    for (const name in numbers) text += ` ${name} ${textOfNumber(numbers[name]!)}`;
    for (const name in arrays) {
      const list = arrays[name]!;
      room -= list.length;
      if (room >= 0) text += ` ${name} [${Array.from(list, textOfNumber).join()}]`;
    }
    return text;
  };
  const { scaling } = spec;
  const key = `${spec.encoding}${textOf(spec)}${scaling ? ` / ${scaling.type}${textOf(scaling)}` : ''}`;
  return room >= 0 ? key : undefined;
}

/** A table distinguishes 0 and -0. */
const textOfNumber = (x: number): string => (Object.is(x, -0) ? '-0' : String(x));
