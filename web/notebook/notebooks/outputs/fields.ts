/** Validates fields of untrusted data by type and bounds. */
import { most } from '../protocol.js';

/** An invalid message; caught by the reader of whole messages, and never thrown further. */
export class Refused extends Error {}
export const refuse = (): never => {
  throw new Refused();
};

export type Fields = (name: string) => unknown;
/** The own fields of a record; structured cloning leaves no getters. */
export function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return refuse();
  return (name) => (Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined);
}
export const text = (value: unknown, longest: number = most.label): string =>
  typeof value === 'string' && value.length <= longest + 1 ? value : refuse();
export const clipped = (value: unknown, longest: number): string =>
  typeof value === 'string' ? value.slice(0, longest) : refuse();
export const number = (value: unknown): number => (typeof value === 'number' ? value : refuse());
export const finite = (value: unknown): number => (Number.isFinite(value) ? (value as number) : refuse());
export const flag = (value: unknown): boolean => (typeof value === 'boolean' ? value : refuse());
export const whole = (value: unknown, min: number, max: number): number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max ? (value as number) : refuse();
export const list = (value: unknown, longest: number): readonly unknown[] =>
  Array.isArray(value) && value.length <= longest ? (value as unknown[]) : refuse();
