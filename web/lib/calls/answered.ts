/** A call that computes its result from the core's frequencies of several specs. */
import type { Control } from '../checks/control.js';
import { errorAbout } from '../checks/errors.js';
import { throwIfAborted } from '../checks/options.js';
import type { Question, Questions } from '../hf/questions.js';
import { checkSpec } from '../requests/spec.js';
import { turn } from '../wasm/pacer.js';
import type { Caller } from './caller.js';

/** Maximum pairs of channels in all questions; `extendContext` has some 130 per layer, each of a head's width. */
const mostPairs = 2 ** 19;
/** Pairs computed between two checks of the signal. */
const atATime = 2 ** 14;

export async function answered<T>(calls: Caller, control: Control, ask: () => Questions<T>): Promise<T> {
  const { questions, answer } = calls.read(ask);
  if (questions.length === 0) return answer([]);
  const parts = divided(questions);
  const { onProgress, ...others } = control;
  const each = parts.length === 1 ? control : others;
  const raw = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0) await turn();
    throwIfAborted(control.signal);
    const found = await calls.ask('report', () => ({
      request: part.map((question) => ({ ...question, spec: checkSpec(question.spec, 'report') })),
      control: each,
    }));
    raw.push(...found);
    if (each !== control) onProgress?.((i + 1) / parts.length);
  }
  return answer(raw);
}

function divided(questions: readonly Question[]): Question[][] {
  const parts: Question[][] = [[]];
  let [all, here] = [0, 0];
  for (const question of questions) {
    const pairs = ((question.spec as { readonly dim?: number }).dim ?? 0) / 2;
    all += pairs;
    if (here > 0 && here + pairs > atATime) {
      parts.push([]);
      here = 0;
    }
    here += pairs;
    parts.at(-1)!.push(question);
  }
  if (all <= mostPairs) return parts;
  const what = `asks for ${all} pairs of channels in ${questions.length} forms; at most ${mostPairs} in all are computed`;
  throw errorAbout('too_large', 'config', what);
}
