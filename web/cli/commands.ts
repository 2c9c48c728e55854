/**
 * The commands of `posenc`, in the order of the overview. What a command needs is loaded when it is asked for.
 */
import type { Offer } from './command.js';

export const commands: readonly Offer[] = [
  {
    name: 'report',
    usage: 'MODEL … [--context N] [--json]',
    summary:
      'the rotary frequencies that a config.json or GGUF file gives, here or on the Hub, and what they mean for a context length',
    load: async () => (await import('./report.js')).report,
  },
  {
    name: 'extend',
    usage: 'MODEL … --context N [--method ID] [--engine A,B] [--json]',
    summary: 'the ways to a longer context for a model, and what to type for each engine',
    load: async () => (await import('./extend.js')).extend,
  },
  {
    name: 'check',
    usage: 'MODEL … [--engine NAMES] [--against CONFIG] [--strict] [--context N] [--format FORM]',
    summary: 'for CI: engines that read a config otherwise or refuse it; what the conversion to GGUF lost',
    load: async () => (await import('./check.js')).check,
  },
  {
    name: 'fix',
    usage: 'config.json [--engine NAMES] [--context N] [--out FILE | --in-place]',
    summary: 'writes a config.json so that engines read it alike, or says why that cannot be',
    load: async () => (await import('./fix.js')).fix,
  },
  {
    name: 'diff',
    usage: 'a b [--context N] [--json]',
    summary: 'what changed in the positions from one config.json or GGUF file to another',
    load: async () => (await import('./diff.js')).diff,
  },
  {
    name: 'identify',
    usage: 'FILE|NUMBERS [--config CONFIG] [--sin FILE] [--context N] [--first N] [--json]',
    summary: 'what made the frequencies or the cosines and sines of a file: a spec, or which known mistake',
    load: async () => (await import('./identify.js')).identify,
  },
  {
    name: 'table',
    usage:
      "'<spec JSON>' --positions RANGE --out FILE [--as LAYOUT] [--dtype f32|f64|f16|bf16] [--format FORMAT] [--workers N]",
    summary:
      'a table of an encoding, or the cosines and sines that an engine keeps, into a .npy, .safetensors or .csv file',
    load: async () => (await import('./table.js')).table,
  },
  {
    name: 'train',
    usage: 'experiment.json [--checkpoint FILE] [--weights FILE] [--steps N] [--seed N]',
    summary: 'trains a small transformer with any encoding; a line of JSON an evaluation',
    load: async () => (await import('./train.js')).train,
  },
  {
    name: 'sweep',
    usage: 'STUDY|study.json [--out DIR] [--shard I/N] [--seeds N] [--workers N]',
    summary: 'the runs of a study, with several seeds, on one machine or many, and what they say of its claims',
    load: async () => (await import('./sweep.js')).sweep,
  },
  {
    name: 'tensors',
    usage: 'FILE [--json]',
    summary: 'the tensors of a .safetensors or .npy file, likely position tables first',
    load: async () => (await import('./tensors.js')).tensors,
  },
  {
    name: 'list',
    usage: '[ID …] [--long] [--json]',
    summary:
      'encodings, context extensions, analyses, layers and tasks; of those named, formula, citation and parameters',
    load: async () => (await import('./list.js')).list,
  },
  {
    name: 'call',
    usage: "<method> '[<JSON arguments>]' [--out FILE]",
    summary: 'any method of the API: JSON arguments in, the JSON result out',
    load: async () => (await import('./call.js')).call,
  },
  {
    name: 'calls',
    usage: '< LINES',
    summary: 'many calls by one process: a line of JSON in, a line of JSON out',
    load: async () => (await import('./calls.js')).calls,
  },
  {
    name: 'completion',
    usage: 'bash|zsh|fish',
    summary: 'a script that completes command lines of posenc in a shell',
    load: async () => (await import('./completion.js')).completionOf(commands),
  },
];
