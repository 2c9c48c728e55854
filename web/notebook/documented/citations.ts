/** Where each encoding is from, for what says no more of it. */
import texts from 'virtual:citations';

export const citationOf = ({ id }: { readonly id: string }): string => texts.encodings[id] ?? '';
