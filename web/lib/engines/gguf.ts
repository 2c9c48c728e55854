/** The only result for a GGUF file, which only llama.cpp reads, from the keys that its importer found. */
import { PosencError } from '../checks/errors.js';
import type { RopeSpec } from '../generated/encodings.js';
import { atContext } from '../hf/config-argument.js';
import type { ConfigFile } from '../hf/config-file.js';
import { importConfig } from '../hf/import.js';
import type { Questions } from '../hf/questions.js';
import type { EngineAnswer } from '../types/engines.js';
import { type Layers, layerReport, rounding } from './compare.js';
import { dateOf } from './known-by.js';
import type { Engine } from './types.js';

/** @throws PosencError unsupported_config if llama.cpp is not among the engines, and as importConfig does */
export function ggufAnswers(
  engines: readonly Engine[],
  file: ConfigFile,
  contextLength: number | undefined,
  precisionAt?: number,
): Questions<EngineAnswer[]> {
  const engine = engines.find(({ id }) => id === 'llama-cpp');
  if (!engine) throw new PosencError('unsupported_config', 'config', 'only llama.cpp reads GGUF files');
  const { id, title, version, source } = engine;
  const { layers } = importConfig(file);
  const served = Math.max(...Object.values(layers).map(({ maxContext }) => maxContext));
  const read = Object.entries(layers).map(([name, { spec, trainedContext, latentAttention, maxContext }]) => {
    const length = contextLength ?? maxContext;
    const own = { spec: atContext(spec, length) as RopeSpec, ...(latentAttention && { latent: true }) };
    return { name, own, question: { spec: own.spec, trainedContext, contextLength: length } };
  });
  return {
    questions: read.map(({ question }) => question),
    answer: (raw) => {
      const numbers: Layers = Object.fromEntries(
        read.map(({ name, own }, i) => [
          name,
          { ...layerReport(own, raw[i]!), ...rounding(engine, own, raw[i]!, precisionAt) },
        ]),
      );
      const about = { engine: id, title, version, basis: 'read' as const, source, ...dateOf(engine) };
      return [{ ...about, ...(contextLength !== undefined && { contextLength }), served, layers: numbers, notes: [] }];
    },
  };
}
