/**
 * Copies outgoing values field by field into a message of bounded size. It uses functions captured before any cell
 * runs. So cells cannot send more by replacing array methods or by sending a view of a large buffer, and the page reads
 * messages quickly.
 */

/** Limits of a message: values (a string counts an eighth of its length), and bytes of numbers and pictures. */
const mostItems = 2_500_000;
const mostBytes = 1 << 26;
const deepest = 24;

const { isArray } = Array;
const { isView } = ArrayBuffer;
const { ownKeys, getPrototypeOf, setPrototypeOf, apply } = Reflect;
const views: Readonly<Record<string, new (data: ArrayLike<number>) => ArrayBufferView>> = Object.assign(
  Object.create(null) as object,
  { Float64Array, Float32Array, Uint8Array },
);
const typed = getPrototypeOf(Uint8Array.prototype) as object;
const getter = (name: string | symbol): (() => unknown) => Object.getOwnPropertyDescriptor(typed, name)!.get!;
const kindOf = getter(Symbol.toStringTag);
const bytesOf = getter('byteLength');

/** Returns undefined if the message exceeds the limits or is not data. */
export function bounded(message: unknown): unknown {
  let [items, bytes] = [0, 0];
  const none = {};
  const copy = (value: unknown, depth: number): unknown => {
    if (++items > mostItems || depth > deepest) return none;
    if (typeof value === 'string') return (items += value.length / 8) > mostItems ? none : value;
    if (typeof value !== 'object' || value === null)
      return typeof value === 'function' || typeof value === 'symbol' ? none : value;
    if (isView(value)) {
      const view = views[apply(kindOf, value, []) as string];
      if (!view || (bytes += apply(bytesOf, value, []) as number) > mostBytes) return none;
      return new view(value as Float64Array);
    }
    // without a prototype, no setter sees the values
    const list = isArray(value);
    const made = setPrototyped(list);
    const names = list ? undefined : ownKeys(value);
    const count = list ? value.length : names!.length;
    for (let i = 0; i < count; i++) {
      const name = names ? names[i]! : i;
      if (typeof name === 'symbol') continue;
      const inner = copy((value as Record<string | number, unknown>)[name], depth + 1);
      if (inner === none) return none;
      made[name] = inner;
    }
    return made;
  };
  const made = copy(message, 0);
  return made === none ? undefined : made;
}

function setPrototyped(list: boolean): Record<string | number, unknown> {
  const made = (list ? [] : {}) as Record<string | number, unknown>;
  setPrototypeOf(made, null);
  return made;
}
