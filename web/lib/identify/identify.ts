/**
 * The search: the expectation, then with one known mistake, then with two. Without an expectation, or if that fails, it
 * tries the specs that the numbers suggest, and those with one known mistake. The first step that explains the numbers
 * ends the search and returns all of its explanations.
 */
import type { RopeSpec } from '../generated/encodings.js';
import type { RawReport } from '../types/core.js';
import type { Identification, IdentifiedSpec, IdentifyCandidate, IdentifyVerdict } from '../types/identify.js';
import { estimated } from './estimate.js';
import { type Fit, fitOf, tellingRows } from './score.js';
import { fits, type Form, formsOf } from './forms.js';
import type { Given } from './given.js';
import { guesses, sinusoids } from './guess.js';
import { mistakes } from './list.js';
import { type Facts, type Making, type Mistake, plainMaking, type Rates, ratesOf, withMistake } from './making.js';
import { isNear } from './rough.js';
import { sentenceOf } from './sentence.js';

export interface Expectation {
  readonly spec: IdentifiedSpec;
  readonly layer?: string;
  readonly facts: Facts;
}

/** The core's results for specs, in their order. */
export type Ask = (specs: readonly RopeSpec[]) => Promise<readonly RawReport[]>;

/** Awaited between comparisons, to yield to the event loop and to notice an abort. */
export type Rest = () => Promise<void>;

/** A making of one step with its possible forms. */
interface Trial {
  readonly making: Making;
  readonly forms: readonly Form[];
}
interface Tried {
  readonly candidate: IdentifyCandidate;
  readonly trial: Trial;
  readonly form: Form;
  readonly rates: Rates;
}

export async function identified(
  given: Given,
  expectations: readonly Expectation[],
  ask: Ask,
  rest: Rest,
): Promise<Identification> {
  const search = new Search(given, ask, rest);
  const found = await search.found(expectations);
  const explained = found.explanations.length > 0;
  const expected = search.expected;
  const nearest = explained ? undefined : search.nearest;
  const unsaid = {
    verdict: found.verdict,
    numbers: given.subject === 'frequencies' ? ('frequencies' as const) : ('table' as const),
    format: given.format,
    explanations: found.explanations,
    ...(nearest && { nearest }),
    ...(expected && { expected }),
    frequencies: search.frequencies(found.explanations[0] ?? nearest),
  };
  return { ...unsaid, sentence: sentenceOf(unsaid) };
}

/** Limit of numbers compared per candidate; a larger table is compared in evenly spaced rows, to save minutes. */
const mostVerified = 2 ** 19;

class Search {
  readonly #given: Given;
  readonly #ask: Ask;
  readonly #rest: Rest;
  readonly #forms: readonly Form[];
  readonly #telling: readonly number[];
  readonly #rates = new Map<string, Rates>();
  #best: IdentifyCandidate | undefined;
  expected: IdentifyCandidate | undefined;

  constructor(given: Given, ask: Ask, rest: Rest) {
    this.#given = given;
    this.#ask = ask;
    this.#rest = rest;
    this.#forms = formsOf(given.subject, given.cols);
    this.#telling = tellingRows(given);
  }

  get nearest(): IdentifyCandidate | undefined {
    return this.#best;
  }

  async found(
    expectations: readonly Expectation[],
  ): Promise<{ verdict: IdentifyVerdict; explanations: readonly IdentifyCandidate[] }> {
    const pairs = [...new Set(this.#forms.map((form) => form.pairs))];
    const makings = expectations.map(({ spec, layer, facts }) => ({
      making: plainMaking(spec, layer),
      facts: { ...facts, pairs },
    }));
    if (makings.length > 0) {
      const plain = await this.#explaining(makings.map(({ making }) => this.#expecting(making)));
      this.expected = this.#best;
      if (plain.length > 0) return { verdict: 'expected', explanations: plain };
      const once = makings.flatMap(({ making, facts }) => oneMistake(making, facts));
      const single = await this.#explaining(once.map((making) => this.#expecting(making)));
      if (single.length > 0) return { verdict: 'mistake', explanations: single };
      const twice = makings.flatMap(({ making, facts }) => twoMistakes(making, facts));
      const double = await this.#explaining(twice.map((making) => this.#expecting(making)));
      if (double.length > 0) return { verdict: 'mistake', explanations: double };
    }
    const guessed = this.#guessed();
    const specs = await this.#explaining(guessed.flatMap(({ near }) => near([])));
    if (specs.length > 0) return { verdict: makings.length > 0 ? 'other' : 'spec', explanations: roundest(specs) };
    const wrong = await this.#explaining(guessed.flatMap(({ near }) => near(mistakes)));
    return { verdict: wrong.length > 0 ? 'mistake' : 'unknown', explanations: wrong };
  }

  /** The forms of a making with known width and order of channels. */
  #expecting(making: Making): Trial {
    const { dim, rotaryDim = dim, layout = 'half' } = making.spec;
    return {
      making,
      forms: this.#forms.filter((form) =>
        fits(form, making.pairs ?? rotaryDim / 2, layout, making.otherLayout ?? false),
      ),
    };
  }

  /** The specs that the numbers suggest in each form, unchanged or with one of these mistakes. */
  #guessed(): { near: (list: readonly Mistake[]) => Trial[] }[] {
    return this.#forms
      .filter((form) => !form.permuted)
      .flatMap((form) => {
        const estimate = estimated(this.#given, form);
        if (!estimate) return [];
        const makings = [...sinusoids(estimate), ...guesses(estimate, form.layout)].map((spec) => plainMaking(spec));
        const near = (list: readonly Mistake[]): Trial[] =>
          (list.length === 0 ? makings : makings.flatMap((making) => oneMistake(making, {}, list)))
            .filter((making) => !making.otherLayout && isNear(making, estimate.frequencies, estimate.errors))
            .map((making) => ({ making, forms: [form] }));
        return [{ near }];
      });
  }

  /** The explanations of the numbers, best first; each pair of spec and mistakes once. */
  async #explaining(trials: readonly Trial[]): Promise<IdentifyCandidate[]> {
    const possible = trials.filter(({ forms }) => forms.length > 0);
    await this.#load(possible.map(({ making }) => making.spec));
    const tried: Tried[] = [];
    for (const trial of possible)
      for (const form of trial.forms) {
        await this.#rest();
        const rates = ratesOf(trial.making, this.#rates.get(JSON.stringify(trial.making.spec))!);
        if (rates.scaled.length !== form.pairs) continue;
        const fit = fitOf(this.#given, trial.making, rates, form, this.#telling);
        const candidate = candidateOf(trial.making, form, rates, fit);
        if (!this.#best || isNearer(candidate, this.#best)) this.#best = candidate;
        if (fit.ofRounding <= 1) tried.push({ candidate, trial, form, rates });
      }
    const named = new Map<string, IdentifyCandidate>();
    for (const each of tried.sort((a, b) => a.candidate.ofRounding - b.candidate.ofRounding)) {
      const { spec, mistakes: made, layer = '' } = each.candidate;
      const name = JSON.stringify([layer, spec, made.map(({ id }) => id)]);
      if (named.has(name)) continue;
      await this.#rest();
      const candidate = this.#verified(each);
      if (candidate.ofRounding <= 1) named.set(name, candidate);
    }
    return [...named.values()];
  }

  /** Also compares the rows that the search skipped. */
  #verified({ candidate, trial, form, rates }: Tried): IdentifyCandidate {
    const { rows, cols } = this.#given;
    if (this.#telling.length === rows) return candidate;
    const count = Math.min(rows, Math.max(1, Math.floor(mostVerified / cols)));
    const all = Array.from({ length: count }, (_, k) => Math.floor((k * (rows - 1)) / Math.max(1, count - 1)));
    return candidateOf(trial.making, form, rates, fitOf(this.#given, trial.making, rates, form, all));
  }

  async #load(specs: readonly RopeSpec[]): Promise<void> {
    const missing = new Map(specs.map((spec) => [JSON.stringify(spec), spec] as const));
    for (const key of this.#rates.keys()) missing.delete(key);
    if (missing.size === 0) return;
    const raw = await this.#ask([...missing.values()]);
    for (const [i, [key, spec]] of [...missing].entries()) {
      const { frequency, unscaledFrequency, attentionFactor } = raw[i]!;
      const [scaled, plain] = [Array.from(frequency), Array.from(unscaledFrequency)];
      this.#rates.set(key, { spec, scaled, plain, amplitude: attentionFactor });
    }
  }

  frequencies(like: IdentifyCandidate | undefined): readonly number[] {
    const form = this.#forms.find(({ text }) => text === like?.form) ?? this.#forms[0]!;
    return estimated(this.#given, form)?.frequencies ?? [];
  }
}

/** Among specs that differ only in the base, keeps the base with the fewest digits, since bases are fitted. */
function roundest(all: readonly IdentifyCandidate[]): readonly IdentifyCandidate[] {
  const digits = ({ spec: { base = 10_000 } }: IdentifyCandidate): number =>
    base.toPrecision(15).replace(/0+$/, '').length;
  const alike = ({ spec, form }: IdentifyCandidate): string => JSON.stringify([{ ...spec, base: 0 }, form]);
  return all.filter((one) => all.every((other) => alike(other) !== alike(one) || digits(other) >= digits(one)));
}

const oneMistake = (making: Making, facts: Facts, list: readonly Mistake[] = mistakes): Making[] =>
  list.flatMap((mistake) => withMistake(mistake, making, facts));

/** All pairs of mistakes, in list order, so that changes of the spec come first. */
const twoMistakes = (making: Making, facts: Facts): Making[] =>
  mistakes.flatMap((first, i) =>
    withMistake(first, making, facts).flatMap((made) =>
      mistakes.slice(i + 1).flatMap((second) => withMistake(second, made, facts)),
    ),
  );

function candidateOf(making: Making, form: Form, rates: Rates, fit: Fit): IdentifyCandidate {
  const { meant, mistakes: made, layer } = making;
  return {
    spec: meant,
    mistakes: made,
    ...(layer !== undefined && { layer }),
    form: form.text,
    ...fit,
    pairs: form.pairs,
    frequencies: rates.scaled,
    amplitude: rates.amplitude,
  };
}

/** Compares by pairs alike, then by fewer mistakes, then by the smaller distance. */
function isNearer(a: IdentifyCandidate, b: IdentifyCandidate): boolean {
  const [of, than] = [a.pairsAlike / a.pairs, b.pairsAlike / b.pairs];
  if (of !== than) return of > than;
  if (a.mistakes.length !== b.mistakes.length) return a.mistakes.length < b.mistakes.length;
  return a.ofRounding < b.ofRounding;
}
