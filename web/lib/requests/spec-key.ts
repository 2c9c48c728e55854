/** A whole spec as text, by which what was made of it is found again. */
import type { RawSpec, RawValues } from '../types/core.js';

/** Undefined for a spec whose lists have more numbers. */
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

/** 0 and -0 are two values of a table. */
const textOfNumber = (x: number): string => (Object.is(x, -0) ? '-0' : String(x));
