/** Turns registry bounds into rules for config fields, so that every imported spec is valid. */
import { encodings, type ScalingId, scalings } from '../generated/encodings.js';
import type { ParamInfo } from '../types/registry.js';
import type { NumberRule } from './fields.js';

function ruleOf(params: readonly ParamInfo[], name: string): NumberRule {
  const { kind, min, max, minExclusive } = params.find((param) => param.name === name)!;
  return {
    integer: kind === 'integer',
    ...(min !== undefined && { min }),
    // JSON numbers above 2^53 - 1 are not exact integers
    ...(max !== undefined && { max: kind === 'integer' ? Math.min(max, Number.MAX_SAFE_INTEGER) : max }),
    above: minExclusive ?? false,
  };
}
const paramsOf = (
  rows: readonly { readonly id: string; readonly params: readonly ParamInfo[] }[],
  id: string,
): readonly ParamInfo[] => rows.find((row) => row.id === id)?.params ?? [];

/** Bounds of a parameter of the rope row. */
export const ropeRule = (name: 'dim' | 'base' | 'rotaryDim' | 'attnScale' | 'floorScale'): NumberRule =>
  ruleOf(paramsOf(encodings, 'rope'), name);
/** Bounds of a parameter of Inkling's row. */
export const inklingRule = (name: 'relWidth' | 'extent' | 'logFloor' | 'logAlpha'): NumberRule =>
  ruleOf(paramsOf(encodings, 'inkling'), name);
/** Bounds of a parameter of a context extension. */
export const scalingRule = (type: ScalingId, name: string): NumberRule => ruleOf(paramsOf(scalings, type), name);
