/** A file as engine rows read it: the reading of transformers 5, and the raw fields. */
import type { ConfigFile } from '../hf/config-file.js';
import type { Fields } from '../hf/fields.js';
import type { LayerFacts } from '../hf/facts.js';
import { factsOf, readModel } from '../hf/import.js';
import { refuseOthers } from '../hf/patches.js';
import { type Assumed, givenType } from '../hf/model-class.js';
import { mixedCurves, schemeOf } from '../hf/schemes.js';
import { insteadOf } from '../hf/unsupported.js';
import { PosencError } from '../checks/errors.js';
import { integerPaths } from './literals.js';

export interface Source {
  /** The top of the file, and the object of its text model: the same unless that is nested. */
  readonly whole: Fields;
  readonly text: Fields;
  /** The model type of the text model, which engines look up in their own lists. */
  readonly modelType: string | undefined;
  /** Set if the class of the file is unknown; engine rules do not apply then. */
  readonly assumed?: Assumed;
  /** The model type and the classes of the whole file, by which engines choose their code. */
  readonly outerType: string | undefined;
  readonly architectures: readonly string[];
  /** Classes at the top of the file, whatever its text model names. */
  readonly outerArchitectures: readonly string[];
  /** Code comes with the model, so engines may load it although their lists lack it. */
  readonly hasOwnCode: boolean;
  readonly layers: readonly LayerFacts[];
  /** True if the file writes the number at this JSON path without a point; undefined if only an object was passed. */
  isInteger(path: string): boolean | undefined;
}

export function readSource(file: ConfigFile): Source {
  const model = readModel(file);
  const { whole, text, modelType, assumed } = model;
  refuseOthers(model);
  if (schemeOf(modelType) === mixedCurves) {
    const text = `${insteadOf(modelType, mixedCurves)}. The model types of transformers 5, vLLM and SGLang have it; what is compared here are rotations`;
    throw new PosencError('unsupported_config', 'config', text);
  }
  let integers: ReadonlySet<string> | undefined;
  return {
    whole,
    text,
    modelType: givenType(model),
    ...(assumed && { assumed }),
    outerType: whole.text('model_type')?.value,
    hasOwnCode: whole.has('auto_map') || text.has('auto_map'),
    outerArchitectures: namesIn(whole.peek('architectures')),
    architectures: namesIn(text.peek('architectures') ?? whole.peek('architectures')),
    layers: factsOf(model, true),
    isInteger(path) {
      if (file.json === undefined) return undefined;
      integers ??= integerPaths(file.json);
      return integers.has(path);
    },
  };
}

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
