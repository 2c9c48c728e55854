/** "sinusoidal, d = 64": what a picture is of that is saved and stands alone then. */
export const specName = (spec: { readonly encoding: string; readonly dim?: unknown } | undefined): string =>
  spec === undefined ? '' : `${spec.encoding}${typeof spec.dim === 'number' ? `, d = ${spec.dim}` : ''}`;
