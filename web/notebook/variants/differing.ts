/** The parameters in which a spec differs from the other: a short name for headings and saved pictures. */
import type { EncodingInfo, ParamInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import { isRecord } from '../state.js';
import { counted } from '../widgets/format.js';
import { readable } from '../widgets/readable.js';
import { specName } from '../widgets/spec-name.js';

export function differing(own: DraftSpec, other: DraftSpec, encodings: readonly EncodingInfo[]): string {
  return wordsOf(own, other, encodings).join(', ') || (encodings.find(({ id }) => id === own.encoding)?.title ?? '');
}

/** Names of saved pictures, which must be self-explanatory. */
export interface PictureNames {
  readonly a: string;
  readonly b: string;
  readonly difference: string;
}

export function pictureNames(a: DraftSpec, b: DraftSpec, encodings: readonly EncodingInfo[]): PictureNames {
  const widthless = (spec: DraftSpec): DraftSpec => ({ ...spec, dim: undefined }); // the width is in the name
  const wordsIn = (own: DraftSpec, other: DraftSpec): string =>
    wordsOf(widthless(own), widthless(other), encodings).join(', ');
  const [ofA, ofB] = [wordsIn(a, b), wordsIn(b, a)];
  const whole = (spec: DraftSpec, words: string): string => specName(spec) + (words && `, ${words}`);
  const [first, second] = [whole(a, ofA), whole(b, ofB)];
  const difference =
    specName(a) === specName(b) && ofA !== '' && ofB !== ''
      ? `A − B of ${specName(a)}: ${ofA} − ${ofB}`
      : `A − B: ${first} − ${second}`;
  return { a: `A: ${first}`, b: `B: ${second}`, difference };
}

/** Empty for two different encodings, whose names suffice. */
function wordsOf(own: DraftSpec, other: DraftSpec, encodings: readonly EncodingInfo[]): string[] {
  const info = encodings.find(({ id }) => id === own.encoding);
  if (info === undefined || own.encoding !== other.encoding) return [];
  const words = ofParams(info.params, own, other);
  const [mine, theirs] = [own['scaling'], other['scaling']].map((s) => (isRecord(s) ? s : {}));
  const row = info.scalings?.find((s) => s.id === (mine?.['type'] ?? 'default'));
  if (row !== undefined) {
    if ((mine?.['type'] ?? 'default') !== (theirs?.['type'] ?? 'default')) words.push(row.title);
    else words.push(...ofParams(row.params, mine ?? {}, theirs ?? {}));
  }
  return words;
}

type Values = Readonly<Record<string, unknown>>;

function ofParams(params: readonly ParamInfo[], own: Values, other: Values): string[] {
  return params.flatMap((param) => {
    const value = own[param.name] ?? param.initial;
    if (JSON.stringify(value) === JSON.stringify(other[param.name] ?? param.initial)) return [];
    return [
      `${readable(param.name)} ${Array.isArray(value) ? `of ${counted(value.length, 'number')}` : String(value ?? 'not set')}`,
    ];
  });
}
