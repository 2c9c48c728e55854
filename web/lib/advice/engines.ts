/**
 * Results of each engine for a file at a length, and the commands for it: for the file as it is, and for a changed
 * file. Only llama.cpp reads a GGUF file, and its flags change it.
 */
import { differenceText } from '../engines/difference-text.js';
import { readSource, type Source } from '../engines/source.js';
import { chosen, compareEngines, engines as rows, ggufAnswers, settingsNote } from '../engines/index.js';
import type { RopeSpec } from '../generated/encodings.js';
import type { ConfigFile } from '../hf/config-file.js';
import type { LayerFacts } from '../hf/facts.js';
import type { PlainObject } from '../hf/plain.js';
import type { Questions } from '../hf/questions.js';
import type { EngineAdvice, MethodAdvice } from '../types/advice.js';
import type { EngineAnswer } from '../types/engines.js';
import { type Change, changed } from './change.js';
import { type Commands, commandsOf, type Extension, inTheFile, llamaFlags } from './commands.js';
import { mapped, together } from './questions.js';

/** A layer type of either kind of file. */
export interface LayerType {
  readonly name: string;
  readonly spec: RopeSpec;
  readonly trained: number;
  readonly served: number;
  readonly slidingWindow?: number | undefined;
  /** A window of the file may apply to only some layers. */
  readonly mixed?: boolean;
}

type Specs = ReadonlyMap<LayerType, RopeSpec>;
export interface Serving {
  /** The file as it is. */
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

  /** Raises the length of the file for engines that do not start beyond it, if nothing else changes. */
  function asItIs(): Questions<EngineAdvice[]> {
    const at = first.text.path;
    const fields = { max_position_embeddings: wanted };
    const higher = { plain: changed(plain, at, fields, []) };
    const files = wanted > first.max.value ? [file, higher] : [file];
    return mapped(together(files.map((each) => answersTo(each, wanted))), ([given, raised]) =>
      asked.map(({ id }) => {
        const { longest = ({ served }) => served ?? 0, serve } = commandsOf(id);
        const find = (all: readonly Answer[]) => all.find(({ engine }) => engine === id)!;
        const answer = find(given!);
        const fits = (each: EngineAnswer): boolean =>
          each.error !== undefined || each.basis === 'unknown' || longest(each, layers) >= wanted;
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

  /** Each engine's reading of the file in the form it needs, compared with the reference's. */
  function enginesOn(change: Change, specs: Specs): Questions<EngineAdvice[]> {
    const compared = (form: 'current' | 'legacy'): Questions<Answer[]> => {
      const written = change.legacy ? form : 'current';
      return answersTo({ plain: changed(plain, change.at, change[written]!, change.without[written]) }, wanted);
    };
    const alike = oneSpec(specs, layers.length);
    const extension: Extension = { change, wanted, modelType, ...(alike && { spec: alike }) };
    return mapped(together([compared('current'), compared('legacy')]), ([current, legacy]) =>
      asked.map(({ id }) => {
        const { form, commandsFor, serve } = commandsOf(id);
        const of = (answers: readonly EngineAnswer[]): EngineAnswer => answers.find(({ engine }) => engine === id)!;
        const own = adviceOf(
          of(form === 'legacy' ? legacy! : current!),
          wanted,
          'the changed file',
          commandsFor(extension),
        );
        if (own.supported || !change.legacy) return own;
        // the other form is also printed: written into the file, it may be the one that this engine reads
        const other = form === 'legacy' ? 'current' : 'legacy';
        const { commands, notes = [] }: Commands = serve?.({ wanted, modelType }) ?? { commands: [] };
        const whose = `the file has the form of ${formNames[other]}: the other one it reads otherwise`;
        const further = adviceOf(of(other === 'legacy' ? legacy! : current!), wanted, 'the changed file', {
          commands: [inTheFile(change, other), ...commands],
          notes: [whose, ...notes],
        });
        return further.supported ? further : own;
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
      answers.map(({ engine, title, version, asOf }) => ({
        ...{ engine, title, version, ...(asOf !== undefined && { asOf }) },
        ...{ supported, commands, notes },
      })),
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

interface Answer extends EngineAnswer {
  /** Flags that make it agree with the reference, and its difference without them. */
  readonly needs?: { readonly flags: string; readonly without: string };
}

/** Each engine's reading; an engine with losses is also read with the flags that restore them. */
function answersTo(file: ConfigFile, wanted: number): Questions<Answer[]> {
  const source = readSource(file);
  const flags = new Map<string, string>();
  const restored = rows.flatMap((row) => {
    const found = row.restored?.(source);
    if (!found) return [];
    flags.set(row.id, found.flags);
    return [{ ...row, read: (_: Source, length: number | undefined) => found.read(length) }];
  });
  const plainly = compareEngines(rows, file, wanted);
  if (restored.length === 0) return plainly;
  const both = together([plainly, compareEngines([rows[0]!, ...restored], file, wanted)]);
  return mapped(both, ([answers, again]) =>
    answers!.map((answer): Answer => {
      const { difference, ...agreeing } = answer;
      const other = again!.slice(1).find(({ engine }) => engine === answer.engine);
      if (!difference || !other || other.error || other.difference) return answer;
      return { ...agreeing, needs: { flags: flags.get(answer.engine)!, without: differenceText(difference) } };
    }),
  );
}

/** The spec, if all layer types share it. */
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

/** The version of transformers for each form. */
const formNames = { current: 'transformers 5', legacy: 'versions before' } as const;

/** @param what was passed to it: "the changed file" */
function adviceOf(
  answer: Answer,
  wanted: number,
  what: string,
  { commands, notes = [] }: Commands = { commands: [] },
): EngineAdvice {
  const { engine, title, version, asOf, error, difference, layers, settings, needs } = answer;
  const trains = rows.find(({ id }) => id === engine)?.trains;
  const about = { engine, title, version, ...(asOf !== undefined && { asOf }), ...(trains && { trains }) };
  if (error) {
    const todo = error.todo === undefined ? [] : [error.todo];
    return { ...about, ...no('refuses', [`it refuses ${what}: ${error.kind}: ${error.message}`, ...todo]) };
  }
  if (answer.basis === 'unknown') return { ...about, ...no('unknown', answer.notes) };
  const length = Math.min(...Object.values(layers).map((layer) => layer.rows ?? Infinity));
  const ends = length < wanted ? [`its table of cosines and sines ends at position ${length - 1}`] : [];
  const differs = difference ? [`it differs from the reference: ${differenceText(difference)}`] : [];
  const own = settings === undefined ? answer.notes : answer.notes.filter((note) => note !== settingsNote(settings));
  // a command would not change this
  const all = [...differs, ...ends, ...own];
  if (ends.length > 0) return { ...about, ...no('ends', all) };
  if (difference) return { ...about, ...no('differs', all) };
  const typed = settings === undefined ? commands : [settings];
  if (!needs) return { ...about, supported: true, commands: typed, notes: [...notes, ...own] };
  const { flags, without } = needs;
  if (typed.length === 0) return { ...about, ...no('differs', [`it differs from the reference: ${without}`, ...all]) };
  return {
    ...about,
    supported: true,
    // the last one starts it
    commands: typed.map((command, i) =>
      i < typed.length - 1 || command.includes(flags) ? command : `${command} ${flags}`,
    ),
    needs: flags,
    notes: [`without ${flags} it differs from the reference: ${without}`, ...notes, ...own],
  };
}

/** True if frequencies and amplitudes are equal bit for bit. */
const sameNumbers = (a: EngineAnswer, b: EngineAnswer): boolean =>
  Object.entries(a.layers).every(([name, { frequencies, attentionFactor }]) => {
    const other = b.layers[name];
    return other?.attentionFactor === attentionFactor && frequencies.every((w, i) => w === other.frequencies[i]);
  });
