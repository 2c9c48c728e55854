/**
 * Writes GGUF files, every value type in both byte orders, from the specification alone
 * (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md), independently of the reader.
 */

const text = (value) => {
  const bytes = Buffer.from(value);
  return [u64(bytes.length), bytes];
};
const u64 = (value) => ({ size: 8, set: (view, little) => view.setBigUint64(0, BigInt(value), little) });
const u32 = (value) => ({ size: 4, set: (view, little) => view.setUint32(0, value, little) });

/** type: [its number, how its values are written] */
const scalars = {
  u8: [0, (v) => ({ size: 1, set: (view) => view.setUint8(0, v) })],
  i8: [1, (v) => ({ size: 1, set: (view) => view.setInt8(0, v) })],
  u16: [2, (v) => ({ size: 2, set: (view, little) => view.setUint16(0, v, little) })],
  i16: [3, (v) => ({ size: 2, set: (view, little) => view.setInt16(0, v, little) })],
  u32: [4, u32],
  i32: [5, (v) => ({ size: 4, set: (view, little) => view.setInt32(0, v, little) })],
  f32: [6, (v) => ({ size: 4, set: (view, little) => view.setFloat32(0, v, little) })],
  bool: [7, (v) => ({ size: 1, set: (view) => view.setUint8(0, v ? 1 : 0) })],
  str: [8, text],
  u64: [10, u64],
  i64: [11, (v) => ({ size: 8, set: (view, little) => view.setBigInt64(0, BigInt(v), little) })],
  f64: [12, (v) => ({ size: 8, set: (view, little) => view.setFloat64(0, v, little) })],
};
export const scalarTypes = Object.keys(scalars);

/** `['u32', 7]`, or a list `[['u32'], [1, 2]]`, nested `[[['u8']], [[1], [2, 3]]]`. */
function value([type, given]) {
  if (typeof type === 'string') return [u32(scalars[type][0]), scalars[type][1](given)];
  return [u32(9), list(type, given)];
}
function list([of], items) {
  const number = typeof of === 'string' ? scalars[of][0] : 9;
  return [
    u32(number),
    u64(items.length),
    items.map((item) => (typeof of === 'string' ? scalars[of][1](item) : list(of, item))),
  ];
}

const ggmlTypes = { F32: 0, F16: 1, Q4_K: 12, F64: 28, BF16: 30 };

/**
 * @param keys    { 'llama.context_length': ['u32', 4096] }
 * @param tensors { 'rope_freqs.weight': { shape: [64], data: [1, …] } }; shape row-major, F32 unless `dtype` is given
 */
export function gguf(keys, tensors = {}, { version = 3, bigEndian = false, alignment = 32 } = {}) {
  const little = !bigEndian;
  const all = alignment === 32 ? keys : { ...keys, 'general.alignment': ['u32', alignment] };
  const data = [];
  let offset = 0;
  const infos = Object.entries(tensors).map(([name, { shape, dtype = 'F32', data: numbers = [] }]) => {
    const at = offset;
    const bytes = flat(
      numbers.map((n) => scalars[dtype === 'F64' ? 'f64' : 'f32'][1](n)),
      little,
    );
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & (alignment - 1))]);
    data.push(padded);
    offset += padded.length;
    return [text(name), u32(shape.length), shape.toReversed().map(u64), u32(ggmlTypes[dtype]), u64(at)];
  });
  const head = flat(
    [
      Buffer.from('GGUF'),
      u32(version),
      u64(infos.length),
      u64(Object.keys(all).length),
      Object.entries(all).map(([key, entry]) => [text(key), value(entry)]),
      infos,
    ],
    little,
  );
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(-head.length & (alignment - 1)), ...data]));
}

function flat(parts, little) {
  return Buffer.concat(
    parts.flat(Infinity).map((part) => {
      if (Buffer.isBuffer(part)) return part;
      const view = new DataView(new ArrayBuffer(part.size));
      part.set(view, little);
      return Buffer.from(view.buffer);
    }),
  );
}

/** The keys that describe a Llama-like model. */
export const llamaKeys = (more = {}) => ({
  'general.architecture': ['str', 'llama'],
  'llama.context_length': ['u32', 131072],
  'llama.embedding_length': ['u32', 4096],
  'llama.attention.head_count': ['u32', 32],
  'llama.rope.freq_base': ['f32', 500000],
  'llama.rope.dimension_count': ['u32', 128],
  ...more,
});

/** A Blob that records which parts were read: `bytes`, then zeros up to `size`. */
export function watched(bytes, size = bytes.length) {
  const read = [];
  return {
    size,
    read,
    slice(begin, end) {
      read.push([begin, end]);
      const part = new Uint8Array(Math.min(end, size) - begin);
      part.set(bytes.subarray(begin, end));
      return { arrayBuffer: async () => part.buffer };
    },
  };
}
