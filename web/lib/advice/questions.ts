/** Combines the questions of several results. */
import type { Questions } from '../hf/questions.js';

export const mapped = <T, U>({ questions, answer }: Questions<T>, make: (value: T) => U): Questions<U> => ({
  questions,
  answer: (raw) => make(answer(raw)),
});

export function together<T>(parts: readonly Questions<T>[]): Questions<T[]> {
  const starts: number[] = [];
  let count = 0;
  for (const { questions } of parts) {
    starts.push(count);
    count += questions.length;
  }
  return {
    questions: parts.flatMap(({ questions }) => questions),
    answer: (raw) =>
      parts.map(({ questions, answer }, i) => answer(raw.slice(starts[i]!, starts[i]! + questions.length))),
  };
}
