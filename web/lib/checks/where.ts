/**
 * When a parameter has an effect: the rules of the registry, as src/core/where.hpp explains them. Clauses between
 * ' & ' hold together, of the terms between ' | ' one suffices.
 */
import type { ParamInfo } from '../types/registry.js';

/**
 * Whether `param` counts beside the given values: of parameters as in a spec, of inputs anything.
 * @param given undefined where nothing was given
 */
export function counts(param: ParamInfo, row: readonly ParamInfo[], given: (name: string) => unknown): boolean {
  if (param.where === undefined) return true;
  return param.where.rule.split(' & ').every((clause) => clause.split(' | ').some((term) => holds(term, row, given)));
}

function holds(term: string, row: readonly ParamInfo[], given: (name: string) => unknown): boolean {
  if (term.startsWith('!')) return !holds(term.slice(1), row, given);
  const [name = '', choices] = term.split('=');
  const info = row.find((param) => param.name === name);
  const value = given(name) ?? info?.initial;
  if (choices !== undefined) return choices.split(',').includes(String(value));
  return info?.initial === undefined ? value !== undefined : value !== 0 && value !== false;
}

/** The values without those that have no effect beside the others; `kept` stays in any case. */
export function effective<T>(
  row: readonly ParamInfo[],
  values: Readonly<Record<string, T>>,
  kept?: string,
): Record<string, T> {
  const left = { ...values };
  for (const param of row)
    if (param.name !== kept && left[param.name] !== undefined && !counts(param, row, (name) => left[name]))
      delete left[param.name];
  return left;
}
