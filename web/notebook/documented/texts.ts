/** Looks up the documentation of a registry row, parameter or output. */
interface Said {
  readonly formula?: string;
  readonly citation?: string;
  readonly note?: string;
  readonly accuracy?: string;
  readonly doc?: string;
}
interface Row {
  readonly params: readonly object[];
  readonly outputs?: readonly object[];
}

export interface Texts {
  /** TeX source. */
  formulaOf(row: object): string;
  citationOf(row: object): string;
  noteOf(row: object): string | undefined;
  accuracyOf(row: object): string | undefined;
  /** Description of a parameter or an output. */
  docOf(item: object): string;
}

/** Joins the rows of a registry with their texts by id. */
export const ofRows = (
  rows: readonly { readonly id: string; readonly params: readonly { readonly name: string }[] }[],
  texts: Readonly<Record<string, Said & { readonly params?: Readonly<Record<string, string>> }>>,
): (Row & Said)[] =>
  rows.map(({ id, params }) => {
    const said = texts[id];
    return { ...said, params: params.map(({ name }) => ({ doc: said?.params?.[name] ?? '' })) };
  });

/** @param registries pairs of rows and the same rows with texts */
export function textsOf(...registries: readonly (readonly [readonly Row[], readonly (Row & Said)[]])[]): Texts {
  const said = new Map<object, Said>();
  for (const [rows, documented] of registries) {
    rows.forEach((row, r) => {
      const from = documented[r];
      if (!from) return;
      said.set(row, from);
      row.params.forEach((param, i) => said.set(param, from.params[i] ?? {}));
      row.outputs?.forEach((output, i) => said.set(output, from.outputs?.[i] ?? {}));
    });
  }
  return {
    formulaOf: (row) => said.get(row)?.formula ?? '',
    citationOf: (row) => said.get(row)?.citation ?? '',
    noteOf: (row) => said.get(row)?.note,
    accuracyOf: (row) => said.get(row)?.accuracy,
    docOf: (item) => said.get(item)?.doc ?? '',
  };
}
