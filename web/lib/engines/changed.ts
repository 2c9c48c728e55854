/** Says where two releases of one engine give different answers for a file, in words from the answers. */
import type { EngineAnswer } from '../types/engines.js';
import { differenceText } from './difference-text.js';
import { familyOf } from './release.js';

/** 'vLLM changed its answer between 0.29.0 and 0.33.0: before, cos and sin 3.51 % too large; since, as transformers 5'. */
export function changesOf(answers: readonly EngineAnswer[]): string[] {
  const [reference] = answers;
  if (!reference || reference.error || reference.basis === 'unknown') return [];
  return answers.flatMap((since, i) => {
    const family = familyOf(since.engine);
    const before = answers.slice(i + 1).find(({ engine }) => familyOf(engine) === family);
    if (!before) return [];
    const withServed = !before.error && !since.error && before.served !== since.served;
    const [was, is] = [before, since].map((answer) => words(answer, reference, withServed));
    if (was === undefined || is === undefined || was === is) return [];
    const title = since.title.replace(/ \d.*$/, '');
    return [`${title} changed its answer between ${before.version} and ${since.version}: before, ${was}; since, ${is}`];
  });
}

/** @param withServed adds the context that it serves if nobody names one */
function words(
  { error, basis, difference, served }: EngineAnswer,
  reference: EngineAnswer,
  withServed: boolean,
): string | undefined {
  if (error) return `${error.kind}: ${error.message}`.replace(/\s+/g, ' ');
  if (basis === 'unknown') return undefined;
  const numbers = difference ? differenceText(difference) : `as ${reference.title}`;
  return withServed ? `${numbers}, up to ${served ?? 0} positions` : numbers;
}
