/**
 * Evaluated first in the sandbox: limits memory, and disables pacing by frames, which a hidden page lacks. The limits
 * catch mistakes early with a message. Code that circumvents them only crashes the sandbox process, not the page.
 */

/** Maximum total bytes of live arrays. */
export const mostBytes = 1 << 30;

let held = 0;
const freed = new FinalizationRegistry<number>((bytes) => {
  held -= bytes;
});

function take(bytes: number, array: object): void {
  held += bytes;
  freed.register(array, bytes);
}
function refuse(bytes: number): void {
  if (held + bytes > mostBytes)
    throw new RangeError(`the arrays of a notebook have at most ${mostBytes} bytes, and this one would go over them`);
}

type Constructor = new (...args: unknown[]) => object;
const sized = [
  ...['ArrayBuffer', 'SharedArrayBuffer', 'Float32Array', 'Float64Array', 'Int8Array', 'Uint8Array'],
  ...['Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'],
];

for (const name of sized) {
  const original = (globalThis as unknown as Record<string, Constructor | undefined>)[name];
  if (!original) continue;
  const width = (original as unknown as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const bounded = new Proxy(original, {
    construct(target, args: unknown[], newTarget) {
      const [first] = args;
      const own = typeof first !== 'object' || first === null;
      if (own) refuse(Number(first ?? 0) * width);
      const array = Reflect.construct(target, args, newTarget as Constructor) as ArrayBufferView;
      if (own || !(first instanceof ArrayBuffer)) take(array.byteLength, array);
      return array;
    },
  });
  Object.defineProperty(original.prototype, 'constructor', { value: bounded, writable: true, configurable: true });
  Object.defineProperty(globalThis, name, { value: bounded, writable: true, configurable: true });
}

// Cells must not message the surrounding frame: the port of worker.ts is the only way out.
for (let scope: object = globalThis; scope !== Object.prototype; scope = Object.getPrototypeOf(scope) as object)
  Reflect.deleteProperty(scope, 'postMessage');

Object.defineProperty(globalThis, 'requestAnimationFrame', { value: undefined, configurable: true, writable: true });
