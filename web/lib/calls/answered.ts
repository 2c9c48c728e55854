/** A call that is answered from the core's numbers for some specs. */
import type { Control } from '../checks/control.js';
import type { Questions } from '../hf/questions.js';
import { checkSpec } from '../requests/spec.js';
import type { Caller } from './caller.js';

export async function answered<T>(calls: Caller, control: Control, ask: () => Questions<T>): Promise<T> {
  const { questions, answer } = calls.read(ask);
  if (questions.length === 0) return answer([]);
  const raw = await calls.ask('report', () => {
    const request = questions.map((question) => ({ ...question, spec: checkSpec(question.spec, 'report') }));
    return { request, control };
  });
  return answer(raw);
}
