/** What the registries say for people to read, by the row, parameter or output that it is about. */
import { analyses, documentation, encodings, layers, scalings } from 'posenc';

interface Texts {
  readonly citation?: string;
  readonly note?: string;
  readonly accuracy?: string;
  readonly doc?: string;
}
interface Row {
  readonly params: readonly object[];
  readonly outputs?: readonly object[];
}

const texts = new Map<object, Texts>();
function take(rows: readonly Row[], documented: readonly (Row & Texts)[]): void {
  rows.forEach((row, r) => {
    const from = documented[r];
    if (!from) return;
    texts.set(row, from);
    row.params.forEach((param, i) => texts.set(param, from.params[i] ?? {}));
    row.outputs?.forEach((output, i) => texts.set(output, from.outputs?.[i] ?? {}));
  });
}

const all = await documentation();
take(encodings, all.encodings);
take(scalings, all.scalings);
take(analyses, all.analyses);
take(layers, all.layers);

export const citationOf = (row: object): string => texts.get(row)?.citation ?? '';
export const noteOf = (row: object): string | undefined => texts.get(row)?.note;
export const accuracyOf = (row: object): string | undefined => texts.get(row)?.accuracy;
/** Of a parameter or an output. */
export const docOf = (item: object): string => texts.get(item)?.doc ?? '';
