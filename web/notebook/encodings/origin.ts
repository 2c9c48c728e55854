/** When an encoding was published, and what uses it. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import { citationOf } from '../documented/citations.js';
import { usedBy } from './used-by.js';

/** The year of the first work that its source names, and none of the numbers of arXiv; undefined of code alone. */
export function yearOf(info: EncodingInfo): number | undefined {
  const year = /(?<![.:\d])(?:19|20)\d\d(?![.\d])/.exec(citationOf(info))?.[0];
  return year === undefined ? undefined : Number(year);
}

export const usersOf = ({ id }: EncodingInfo): string =>
  (usedBy[id] ?? []).map((user) => (typeof user === 'string' ? user : user[0])).join(', ');
