/** When an encoding was published, and what uses it. */
import type { EncodingInfo } from '../../lib/types/registry.js';
import years from 'virtual:years';
import { usedBy } from './used-by.js';

/** Of the first work that its source names (web/tools/row-texts.mjs); undefined of code alone. */
export const yearOf = ({ id }: EncodingInfo): number | undefined => years.encodings[id];

export const usersOf = ({ id }: EncodingInfo): string => Object.keys(usedBy[id] ?? {}).join(', ');
