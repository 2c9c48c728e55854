/** Describes the evidence for what an engine does. */
import type { EngineBasis } from '../types/engines.js';

export const basisTexts: Readonly<Record<EngineBasis, string>> = {
  executed: 'its code was executed',
  read: 'its source was read',
  unknown: 'not known',
};
