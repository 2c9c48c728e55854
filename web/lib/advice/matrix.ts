/** Answers of all engines for one file at several lengths, in a compact form. */
import type { ExtensionAdvice } from '../types/advice.js';
import { type Answer, answersOf } from './answer.js';

export const matrixLengths = [8192, 32_768, 131_072, 1_048_576] as const;

export interface MatrixRow {
  /** By family of the engine: the answer of its newest release at each of `matrixLengths`. */
  readonly answers: Readonly<Record<string, readonly Answer[]>>;
  /** Method that extends the file at each length; '' where its own length suffices, or if none applies. */
  readonly methods: readonly string[];
}

interface Advising {
  extendContext(
    config: string,
    contextLength: number,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ExtensionAdvice>;
}

export async function matrixOf(pe: Advising, config: string, signal?: AbortSignal): Promise<MatrixRow> {
  const answers: Record<string, Answer[]> = {};
  const methods: string[] = [];
  for (const [i, length] of matrixLengths.entries()) {
    const found = answersOf(await pe.extendContext(config, length, signal && { signal }));
    methods.push(found.method ?? '');
    for (const { family, answer } of found.rows) (answers[family] ??= [])[i] ??= answer;
  }
  return { answers, methods };
}
