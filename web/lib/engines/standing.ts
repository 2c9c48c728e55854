/** Words for how an answer is known, of which day, and whether that is long ago. */
import type { EngineBasis } from '../types/engines.js';

/** Engines are released monthly. */
const oldAfter = 120;
const millisecondsOfDay = 86_400_000;
const daysBetween = (asOf: string, today: Date): number => (today.getTime() - Date.parse(asOf)) / millisecondsOfDay;

/** ', old' if so many days have passed since the date of an answer. */
export const ageText = (asOf: string | undefined, today: Date): string =>
  asOf !== undefined && daysBetween(asOf, today) > oldAfter ? ', old' : '';

const words: Readonly<Record<EngineBasis, string>> = { executed: 'executed', read: 'read', unknown: 'not known' };

/** 'executed 2026-08-03, old', 'read, code of 2026-08-21' or 'not known'. A version without a release has the date of its code. */
export function standingText(
  { basis, asOf, version }: { readonly basis: EngineBasis; readonly asOf?: string; readonly version: string },
  today: Date,
): string {
  if (basis === 'unknown' || asOf === undefined) return words[basis];
  const day = version.includes(asOf) ? `, code of ${asOf}` : ` ${asOf}`;
  return `${words[basis]}${day}${ageText(asOf, today)}`;
}
