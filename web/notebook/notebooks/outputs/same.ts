/** True if two outputs are equal; then the existing element is kept with its focus and scroll state. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) return sameNumbers(a, b);
  if (a instanceof ArrayBuffer || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const of = (one: object, name: string): unknown => (one as Readonly<Record<string, unknown>>)[name];
  return (
    names.every((name) => same(of(a, name), of(b, name))) &&
    Object.keys(b).every((name) => Object.hasOwn(a, name) || of(b, name) === undefined)
  );
}

function sameNumbers(a: object, b: object): boolean {
  const [one, other] = [a as Float64Array, b as Float64Array];
  return (
    one.constructor === other.constructor &&
    one.length === other.length &&
    one.every((value, i) => Object.is(value, other[i]))
  );
}
