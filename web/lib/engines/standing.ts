/** Words for how an answer is known, of which day, and whether that is long ago. */
import type { EngineBasis, EngineCases } from '../types/engines.js';

/** Engines are released monthly. */
const oldAfter = 120;
const millisecondsOfDay = 86_400_000;
const daysBetween = (asOf: string, today: Date): number => (today.getTime() - Date.parse(asOf)) / millisecondsOfDay;

/** ', old' if so many days have passed since the date of an answer. */
export const ageText = (asOf: string | undefined, today: Date): string =>
  asOf !== undefined && daysBetween(asOf, today) > oldAfter ? ', old' : '';

const words: Readonly<Record<EngineBasis, string>> = { executed: 'executed', read: 'read', unknown: 'not known' };

export interface Standing {
  readonly basis: EngineBasis;
  readonly version: string;
  readonly asOf?: string;
  readonly cases?: EngineCases;
}

/**
 * 'executed 2026-11-28 in files of type qwen3, not with yarn, old', 'read, code of 2026-08-21' or 'not known'. A version without a
 * release has the date of its code.
 */
export function standingText(answer: Standing, today: Date): string {
  const type = answer.cases && ` in files of type ${answer.cases.modelType}`;
  return dated(answer, today, type);
}

/** The same without the model type. */
export const shortStanding = (answer: Standing, today: Date): string => dated(answer, today);

function dated({ basis, asOf, version, cases }: Standing, today: Date, type = ''): string {
  if (basis === 'unknown' || asOf === undefined) return words[basis];
  const day = version.includes(asOf) ? `, code of ${asOf}` : ` ${asOf}`;
  const without = cases?.others ? `, not with ${cases.others.join(' and ')}` : '';
  return `${words[basis]}${day}${type}${without}${ageText(asOf, today)}`;
}
