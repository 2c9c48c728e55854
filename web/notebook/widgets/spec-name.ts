/** "sinusoidal, d = 64": what a picture is of that is saved and stands alone then. */
export const specName = (spec: { readonly encoding: string; readonly dim?: unknown } | undefined): string =>
  spec === undefined ? '' : `${spec.encoding}${typeof spec.dim === 'number' ? `, d = ${spec.dim}` : ''}`;

/** Names of pictures and of their files, with the spec that is shown then. */
export const namesOf = (spec: () => { readonly encoding: string; readonly dim?: unknown } | undefined) => ({
  named: (what: string) => (): string => `${what}, ${specName(spec())}`,
  file: (what: string) => (): string => `${spec()?.encoding ?? 'encoding'}-${what}`,
});
