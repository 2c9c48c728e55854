/** Publication year and users of an encoding. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import years from 'virtual:years';
import { usedBy } from './used-by.js';

/** Year of the first work in its citation (web/tools/row-texts.mjs); undefined if the source is code only. */
export const yearOf = ({ id }: EncodingInfo): number | undefined => years.encodings[id];

export const usersOf = ({ id }: EncodingInfo): string => Object.keys(usedBy[id] ?? {}).join(', ');
