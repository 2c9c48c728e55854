/** Files of .npy and safetensors, built byte by byte. */
export const npy = (header, data = 0, version = 1) => {
  const body = Buffer.from(header, 'latin1');
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUIntLE(body.length, 0, length.length);
  const values = typeof data === 'number' ? Buffer.alloc(data) : Buffer.from(data);
  return new Uint8Array(
    Buffer.concat([Buffer.from('\x93NUMPY', 'latin1'), Buffer.from([version, 0]), length, body, values]),
  );
};
export const dict = (shape, descr = "'<f4'", order = 'False') =>
  `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;

export const safetensors = (header, data = 0, length) => {
  const body = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const head = Buffer.alloc(8);
  head.writeBigUInt64LE(BigInt(length ?? body.length));
  const values = typeof data === 'number' ? Buffer.alloc(data) : Buffer.from(data);
  return new Uint8Array(Buffer.concat([head, body, values]));
};
export const tensor = (shape, offsets, dtype = 'F32') => ({ dtype, shape, data_offsets: offsets });

/** One value in every type: the bytes that DataView writes, and the value to be read. */
export const view = (size, write) => {
  const bytes = new DataView(new ArrayBuffer(size));
  write(bytes);
  return new Uint8Array(bytes.buffer);
};
export const types = [
  ['f8', 'F64', (d, le) => d.setFloat64(0, -1 / 3, le), -1 / 3],
  ['f4', 'F32', (d, le) => d.setFloat32(0, 0.1, le), Math.fround(0.1)],
  ['f2', 'F16', (d, le) => d.setUint16(0, 0xc248, le), -3.140625],
  ['i8', 'I64', (d, le) => d.setBigInt64(0, -(2n ** 53n), le), -(2 ** 53)],
  ['i4', 'I32', (d, le) => d.setInt32(0, -(2 ** 31) + 1, le), -(2 ** 31) + 1],
  ['i2', 'I16', (d, le) => d.setInt16(0, -32768, le), -32768],
  ['i1', 'I8', (d) => d.setInt8(0, -128), -128],
  ['u8', 'U64', (d, le) => d.setBigUint64(0, 2n ** 60n, le), 2 ** 60],
  ['u4', 'U32', (d, le) => d.setUint32(0, 2 ** 32 - 1, le), 2 ** 32 - 1],
  ['u2', 'U16', (d, le) => d.setUint16(0, 65534, le), 65534],
  ['u1', 'U8', (d) => d.setUint8(0, 255), 255],
  ['b1', 'BOOL', (d) => d.setUint8(0, 1), 1],
];
export const bits = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('hex');
