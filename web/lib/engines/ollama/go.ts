/** Fields of a Go struct: an absent or null number is 0, a string '' and a dictionary empty. */
import type { Fields } from '../../hf/fields.js';
import { Refusal } from '../refusal.js';
import { numberIn } from '../rules.js';

export const number = (fields: Fields | undefined, key: string): number => numberIn(fields, key) ?? 0;
export const string = (fields: Fields | undefined, key: string): string => {
  const value = fields?.peek(key);
  return typeof value === 'string' ? value : '';
};
export const list = (fields: Fields | undefined, key: string): readonly number[] => {
  const value = fields?.peek(key);
  return Array.isArray(value) ? (value as readonly number[]) : [];
};

/** The error of encoding/json for a number if the struct has a list. */
export function refuseNumberForList(fields: Fields | undefined, key: string, architecture: string): void {
  if (typeof fields?.peek(key) !== 'number') return;
  throw new Refusal(
    'error',
    `parse config.json for "${architecture}": json: cannot unmarshal number into Go struct field .rope_scaling.${key} of type convert.ropeFactor`,
    "convert it by llama.cpp's convert_hf_to_gguf.py and give ollama the GGUF",
  );
}
