/** "sinusoidal, d = 64": the subject of a saved picture. */
export const specName = (spec: { readonly encoding: string; readonly dim?: unknown } | undefined): string =>
  spec === undefined ? '' : `${spec.encoding}${typeof spec.dim === 'number' ? `, d = ${spec.dim}` : ''}`;

/** Names of pictures and files, with the spec shown at that time. */
export const namesOf = (spec: () => { readonly encoding: string; readonly dim?: unknown } | undefined) => ({
  named: (what: string) => (): string => `${what}, ${specName(spec())}`,
  file: (what: string) => (): string => `${spec()?.encoding ?? 'encoding'}-${what}`,
});
