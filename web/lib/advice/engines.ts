/**
 * What each engine makes of a file at a length, by computing its answer, and what to type: of the file as it stands, and
 * of one that was changed. A GGUF file is read by llama.cpp alone, whose flags change it.
 */
import { differenceText } from '../engines/difference-text.js';
import { chosen, compareEngines, engines as rows, ggufAnswers, settingsNote } from '../engines/index.js';
import type { RopeSpec } from '../generated/encodings.js';
import type { ConfigFile } from '../hf/config-file.js';
import type { LayerFacts } from '../hf/facts.js';
import type { PlainObject } from '../hf/plain.js';
import type { Questions } from '../hf/questions.js';
import type { EngineAdvice, MethodAdvice } from '../types/advice.js';
import type { EngineAnswer } from '../types/engines.js';
import { type Change, changed } from './change.js';
import { type Commands, commandsOf, type Extension, llamaFlags } from './commands.js';
import { mapped, together } from './questions.js';

/** A layer type, of which kind of file it may be. */
export interface LayerType {
  readonly name: string;
  readonly spec: RopeSpec;
  readonly trained: number;
  readonly served: number;
  readonly slidingWindow?: number | undefined;
  /** A window of the file may be that of some layers only. */
  readonly mixed?: boolean;
}

type Specs = ReadonlyMap<LayerType, RopeSpec>;
export interface Serving {
  /** The file as it stands. */
  asItIs(): Questions<EngineAdvice[]>;
  /** The file with other specs. */
  changed(specs: Specs): { readonly config?: MethodAdvice['config']; readonly engines: Questions<EngineAdvice[]> };
}

const named = (names: readonly string[] | undefined) => chosen(names).filter(({ id }) => !names || names.includes(id));

export function servingConfig(
  file: ConfigFile,
  layers: readonly LayerFacts[],
  wanted: number,
  names: readonly string[] | undefined,
  changeTo: (specs: Specs) => Change,
): Serving {
  const plain = file.plain as PlainObject;
  const first = layers[0]!;
  const { modelType } = first;
  const asked = named(names);

  /** The length of the file is raised for engines that refuse to be started beyond it, where nothing else changes by that. */
  function asItIs(): Questions<EngineAdvice[]> {
    const at = first.text.path;
    const fields = { max_position_embeddings: wanted };
    const higher = { plain: changed(plain, at, fields, []) };
    const files = wanted > first.max.value ? [file, higher] : [file];
    return mapped(together(files.map((each) => compareEngines(rows, each, wanted))), ([given, raised]) =>
      asked.map(({ id }) => {
        const { longest = ({ served }) => served ?? 0, serve } = commandsOf(id);
        const find = (all: readonly EngineAnswer[]) => all.find(({ engine }) => engine === id)!;
        const answer = find(given!);
        const fits = (each: EngineAnswer): boolean => each.error !== undefined || longest(each, layers) >= wanted;
        if (fits(answer)) return adviceOf(answer, wanted, 'the file', serve?.({ wanted, modelType }));
        const next = raised && find(raised);
        if (!next || !fits(next) || !sameNumbers(given![0]!, raised[0]!)) {
          const ends = `it is not started beyond ${longest(answer, layers)} positions with this file`;
          return { ...adviceOf(answer, wanted, 'the file', undefined), ...no('ends', [ends, ...answer.notes]) };
        }
        return adviceOf(next, wanted, 'the file', serve?.({ wanted, modelType, raise: { at, fields } }));
      }),
    );
  }

  /** Each engine's answer to the file as it would have to be for it, against the reference's. */
  function enginesOn(change: Change, specs: Specs): Questions<EngineAdvice[]> {
    const compared = (form: 'current' | 'legacy'): Questions<EngineAnswer[]> => {
      const written = change.legacy ? form : 'current';
      return compareEngines(
        rows,
        { plain: changed(plain, change.at, change[written]!, change.without[written]) },
        wanted,
      );
    };
    const alike = oneSpec(specs, layers.length);
    const extension: Extension = { change, wanted, modelType, ...(alike && { spec: alike }) };
    return mapped(together([compared('current'), compared('legacy')]), ([current, legacy]) =>
      asked.map(({ id }) => {
        const { form, commandsFor } = commandsOf(id);
        const answer = (form === 'legacy' ? legacy : current)!.find(({ engine }) => engine === id)!;
        return adviceOf(answer, wanted, 'the changed file', commandsFor(extension));
      }),
    );
  }

  return {
    asItIs,
    changed(specs) {
      const config = changeTo(specs);
      return { config, engines: enginesOn(config, specs) };
    },
  };
}

export function servingGguf(
  file: ConfigFile,
  architecture: string | undefined,
  layerTypes: readonly LayerType[],
  wanted: number,
  names: readonly string[] | undefined,
): Serving {
  const made = ({ commands, notes = [] }: Commands, supported: boolean): Questions<EngineAdvice[]> =>
    mapped(ggufAnswers(named(names), file, wanted), (answers) =>
      answers.map(({ engine, title, version }) => ({ engine, title, version, supported, commands, notes })),
    );
  return {
    asItIs: () => made(commandsOf('llama-cpp').serve!({ wanted }), true),
    changed(specs) {
      const flags = llamaFlags({ spec: oneSpec(specs, layerTypes.length), wanted, architecture });
      const supported = flags.commands.length > 0;
      return { engines: made(flags, supported) };
    },
  };
}

/** The spec, where all layer types have the same. */
function oneSpec(specs: Specs, layers: number): RopeSpec | undefined {
  const values = new Set([...specs.values()].map((spec) => JSON.stringify(spec)));
  return layers === 1 && values.size === 1 ? [...specs.values()][0] : undefined;
}

const no = (why: NonNullable<EngineAdvice['why']>, notes: readonly string[]) => ({
  supported: false,
  why,
  commands: [],
  notes,
});

/** @param what was given to it: "the changed file" */
function adviceOf(
  answer: EngineAnswer,
  wanted: number,
  what: string,
  { commands, notes = [] }: Commands = { commands: [] },
): EngineAdvice {
  const { engine, title, version, error, difference, layers, settings } = answer;
  const trains = rows.find(({ id }) => id === engine)?.trains;
  const about = { engine, title, version, ...(trains && { trains }) };
  if (error) {
    const todo = error.todo === undefined ? [] : [error.todo];
    return { ...about, ...no('refuses', [`it refuses ${what}: ${error.kind}: ${error.message}`, ...todo, ...notes]) };
  }
  if (answer.basis === 'unknown') return { ...about, ...no('unknown', answer.notes) };
  const length = Math.min(...Object.values(layers).map((layer) => layer.rows ?? Infinity));
  const ends = length < wanted ? [`its table of cosines and sines ends at position ${length - 1}`] : [];
  const differs = difference ? [`it differs from the reference: ${differenceText(difference)}`] : [];
  const own = settings === undefined ? answer.notes : answer.notes.filter((note) => note !== settingsNote(settings));
  const all = [...differs, ...ends, ...notes, ...own];
  if (ends.length > 0) return { ...about, ...no('ends', all) };
  if (difference) return { ...about, ...no('differs', all) };
  const typed = settings === undefined ? commands : [settings];
  return { ...about, supported: true, commands: typed, notes: [...notes, ...own] };
}

/** The same frequencies and amplitudes, to the bit. */
const sameNumbers = (a: EngineAnswer, b: EngineAnswer): boolean =>
  Object.entries(a.layers).every(([name, { frequencies, attentionFactor }]) => {
    const other = b.layers[name];
    return other?.attentionFactor === attentionFactor && frequencies.every((w, i) => w === other.frequencies[i]);
  });
