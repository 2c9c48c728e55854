/** An ordering exercise: shuffles its items and judges the order. */
import { most } from '../protocol.js';
import { pseudorandom } from './pseudorandom.js';
import { asText } from './ready-outputs.js';

export class Ordering {
  /** Items in the right order. */
  readonly #items: readonly unknown[];
  /** For each shown item, its index in the right order. */
  readonly #places: readonly number[];

  /** @param key key of the exercise, so that translations use the same order as the original */
  constructor(items: readonly unknown[], key: string) {
    this.#items = [...items];
    const count = this.#items.length;
    if (count < 2 || count > most.choices || new Set(this.#items.map(asText)).size < count)
      throw new RangeError(`an exercise has 2 to ${most.choices} items to put in order, all of them different`);
    this.#places = shuffled(count, key);
  }

  get shown(): readonly unknown[] {
    return this.#places.map((place) => this.#items[place]);
  }
  /** The right order in the format of a reader's answer. */
  get answer(): string {
    return this.#items.map((_, place) => this.#places.indexOf(place)).join(' ');
  }

  /** @param given indices of the shown items */
  read(given: string): readonly unknown[] {
    const numbers = given.trim().split(/\s+/).map(Number);
    const once = new Set(numbers).size === this.#items.length && numbers.length === this.#items.length;
    if (!once || numbers.some((i) => this.#places[i] === undefined))
      throw new Error('Give every item once, in your order.');
    return numbers.map((i) => this.#items[this.#places[i]!]);
  }

  /** true, or a message with the number of correct places. */
  judge(given: readonly unknown[]): true | string {
    const count = this.#items.length;
    const held = this.#items.filter((item, i) => given[i] === item).length;
    if (held === count) return true;
    if (held === 0) return 'None of them stands at its place.';
    return held === 1 ? `One of ${count} stands at its place.` : `${held} of ${count} stand at their place.`;
  }
}

/** A pseudorandom permutation of 0 … `count` - 1, never the identity. */
function shuffled(count: number, key: string): number[] {
  const places = Array.from({ length: count }, (_, i) => i);
  const numbers = pseudorandom(`order ${key}`, count);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(numbers[i]! * (i + 1));
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places.every((place, i) => place === i) ? [...places.slice(1), 0] : places;
}
