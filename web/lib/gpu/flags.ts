/**
 * Bits that the WebGPU specification fixes. Not taken from the globals of the same meaning, which Node's bindings lack.
 */
export const usage = {
  mapRead: 0x0001,
  copySource: 0x0004,
  copyTarget: 0x0008,
  uniform: 0x0040,
  storage: 0x0080,
} as const;
export const mapForReading = 0x0001;
