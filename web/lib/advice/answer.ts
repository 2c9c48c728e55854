/** Engines' answers in one word each, for summaries. */
import type { EngineAdvice, ExtensionAdvice } from '../types/advice.js';
import { verdictOn } from './verdict.js';

export type Answer = 'yes' | 'flags' | 'other' | 'ends' | 'refuses' | 'no flag' | 'unknown';

const words = { refuses: 'refuses', differs: 'other', ends: 'ends', unknown: 'unknown', none: 'no flag' } as const;

export const answerOf = ({ supported, why, needs }: Pick<EngineAdvice, 'supported' | 'why' | 'needs'>): Answer =>
  supported ? (needs === undefined ? 'yes' : 'flags') : words[why ?? 'none'];

export interface AnswerRow {
  readonly family: string;
  readonly title: string;
  readonly answer: Answer;
  readonly command?: string;
  /** Why it does not serve the file. */
  readonly note?: string;
}
export interface Answers {
  readonly contextLength: number;
  /** Method that extends the file to this length. */
  readonly method?: string;
  /** Engines that serve; versions with equal results share a row. */
  readonly rows: readonly AnswerRow[];
}

export function answersOf(advice: ExtensionAdvice): Answers {
  const method = advice.methods.find(({ refused }) => refused === undefined);
  const rows = verdictOn(advice, method).rows.filter(({ trains }) => !trains);
  return {
    contextLength: advice.contextLength,
    ...(method && { method: method.title }),
    rows: rows.map((row) => ({
      family: row.family,
      title: row.title,
      answer: answerOf(row),
      ...(row.supported && row.commands[0] !== undefined && { command: row.commands[0] }),
      ...(!row.supported && row.notes[0] !== undefined && { note: row.notes[0] }),
    })),
  };
}
