/**
 * Flag bits fixed by the WebGPU specification. The equivalent globals are not used, because Node's bindings lack them.
 */
export const usage = {
  mapRead: 0x0001,
  copySource: 0x0004,
  copyTarget: 0x0008,
  uniform: 0x0040,
  storage: 0x0080,
} as const;
export const mapForReading = 0x0001;
