/**
 * Decides when a parameter has an effect, by the rules of the registry (src/core/where.hpp). All clauses between ' & '
 * must hold; one of the terms between ' | ' suffices.
 */
import type { ParamInfo } from '../types/registry.js';

/**
 * True if `param` has an effect given the other values: parameters as in a spec, inputs of any kind. @param given
 * returns undefined for a value that was not given
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

/** Returns the values that have an effect; `kept` is always included. */
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
