/** Items that a reader puts in order: the order in which they are shown first, and what one that is given comes to. */
import { most } from '../protocol.js';
import { pseudorandom } from './pseudorandom.js';
import { asText } from './ready-outputs.js';

export class Ordering {
  /** The right order. */
  readonly #items: readonly unknown[];
  /** Of each item that is shown its place in the right order. */
  readonly #places: readonly number[];

  /** @param key of the exercise: a translation shows its items in the same order as the original */
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
  /** The right order, as a reader gives it. */
  get answer(): string {
    return this.#items.map((_, place) => this.#places.indexOf(place)).join(' ');
  }

  /** @param given the numbers of the items that are shown */
  read(given: string): readonly unknown[] {
    const numbers = given.trim().split(/\s+/).map(Number);
    const once = new Set(numbers).size === this.#items.length && numbers.length === this.#items.length;
    if (!once || numbers.some((i) => this.#places[i] === undefined))
      throw new Error('Give every item once, in your order.');
    return numbers.map((i) => this.#items[this.#places[i]!]);
  }

  /** true, or how many stand where they belong. */
  judge(given: readonly unknown[]): true | string {
    const count = this.#items.length;
    const held = this.#items.filter((item, i) => given[i] === item).length;
    if (held === count) return true;
    if (held === 0) return 'None of them stands at its place.';
    return held === 1 ? `One of ${count} stands at its place.` : `${held} of ${count} stand at their place.`;
  }
}

/** Numbers below `count` in an order that is not theirs. */
function shuffled(count: number, key: string): number[] {
  const places = Array.from({ length: count }, (_, i) => i);
  const numbers = pseudorandom(`order ${key}`, count);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(numbers[i]! * (i + 1));
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places.every((place, i) => place === i) ? [...places.slice(1), 0] : places;
}
