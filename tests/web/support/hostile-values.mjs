/** Values that break code which trusts its input. Each call makes new ones. */
export const boom = () => {
  throw new RangeError('boom');
};
export const hostileValues = {
  throwing: () => new Proxy({}, new Proxy({}, { get: () => boom })),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  },
  cyclic: () => {
    const object = { encoding: 'rope' };
    return Object.assign(object, { dim: object, scaling: object });
  },
  deep: () => JSON.parse(`${'['.repeat(1e4)}${']'.repeat(1e4)}`),
  getter: () => ({
    encoding: 'rope',
    get dim() {
      return boom();
    },
  }),
  conversions: () => ({ valueOf: boom, toString: boom, [Symbol.toPrimitive]: boom }),
  thenable: () => ({ then: boom }),
  wide: () => Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i])),
  throwingArray: () => new Proxy([1, 2], { get: boom }),
  proxiedArray: () => new Proxy([1, 2], {}),
  proxiedFloats: () => new Proxy(new Float64Array(2), {}),
  growingArray: () => {
    const array = [1, 2];
    Object.defineProperty(array, 0, { get: () => array.push(1) });
    return array;
  },
  lyingFloats: () => Object.defineProperty(new Float32Array(4), 'length', { get: () => 2 ** 40 }),
  namedOtherwise: () => Object.defineProperty(new Uint8Array(4), Symbol.toStringTag, { value: 'Float64Array' }),
  detached: () => {
    const array = new Float64Array(4);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  },
  shared: () => new Float64Array(new SharedArrayBuffer(32)),
  sparse: () => new Array(1e9),
  holes: () => [, 1],
  inherited: () => Object.create({ encoding: 'rope', dim: 8 }),
  polluting: () => JSON.parse('{"encoding":"rope","dim":8,"__proto__":{"dim":4}}'),
  frozenSignal: () => Object.freeze(Object.create(AbortSignal.prototype)),
  classInstance: () =>
    new (class Spec {
      encoding = 'rope';
      dim = 8;
    })(),
  map: () => new Map([['dim', 4]]),
  set: () => new Set([1]),
  weakMap: () => new WeakMap(),
  date: () => new Date(NaN),
  regExp: () => /x/,
  promise: () => Promise.resolve(1),
  string: () => new String('rope'),
  number: () => new Number(4),
  buffer: () => new ArrayBuffer(8),
  view: () => new DataView(new ArrayBuffer(8)),
  bigInts: () => new BigInt64Array(2),
  bytes: () => new Uint8Array(3),
  floats: () => new Float64Array([1, NaN]),
  length: () => ({ length: 2 ** 40 }),
  error: () => new Error('x'),
  global: () => globalThis,
  function: () => boom,
  class: () => class {},
};
