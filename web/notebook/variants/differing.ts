/** What one spec says that the other does not: the name of a variant, short enough for a heading. */
import type { EncodingInfo, ParamInfo } from '../../lib/types/registry.js';
import type { DraftSpec } from '../state.js';
import { isRecord } from '../state.js';
import { counted } from '../widgets/format.js';
import { readable } from '../widgets/readable.js';

export function differing(own: DraftSpec, other: DraftSpec, encodings: readonly EncodingInfo[]): string {
  const info = encodings.find((e) => e.id === own.encoding);
  if (info === undefined) return '';
  if (own.encoding !== other.encoding) return info.title;
  const words = ofParams(info.params, own, other);
  const [mine, theirs] = [own['scaling'], other['scaling']].map((s) => (isRecord(s) ? s : {}));
  const row = info.scalings?.find((s) => s.id === (mine?.['type'] ?? 'default'));
  if (row !== undefined) {
    if ((mine?.['type'] ?? 'default') !== (theirs?.['type'] ?? 'default')) words.push(row.title);
    else words.push(...ofParams(row.params, mine ?? {}, theirs ?? {}));
  }
  return words.length > 0 ? words.join(', ') : info.title;
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
