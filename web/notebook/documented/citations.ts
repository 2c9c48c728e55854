/** The citation of each encoding, without the other texts. */
import texts from 'virtual:citations';

export const citationOf = ({ id }: { readonly id: string }): string => texts.encodings[id] ?? '';
