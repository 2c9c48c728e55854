/**
 * The commands of `posenc`, in the order of the overview. Each command's code is loaded on demand.
 */
import type { Offer } from './command.js';

export const commands: readonly Offer[] = [
  {
    name: 'report',
    usage: 'MODEL … [--context N] [--engine E] [--json]',
    summary:
      'show the rotary frequencies of a config.json or GGUF file, local or on the Hub, and their effect at a context length',
    load: async () => (await import('./report.js')).report,
  },
  {
    name: 'extend',
    usage: 'MODEL … --context N [--method ID] [--engine A,B] [--json]',
    summary: 'list the ways to a longer context, with the command for each engine',
    load: async () => (await import('./extend.js')).extend,
  },
  {
    name: 'check',
    usage: 'MODEL … [--engine NAMES] [--against CONFIG | --target CONFIG] [--strict] [--context N] [--format FORM]',
    summary: 'find engines that misread or reject a config, and what a conversion to GGUF lost (for CI)',
    load: async () => (await import('./check.js')).check,
  },
  {
    name: 'matrix',
    usage: 'MODEL … [--context LIST] [--engine A,B] [--json]',
    summary: 'show which engines serve which models at which lengths',
    load: async () => (await import('./matrix.js')).matrix,
  },
  {
    name: 'fix',
    usage: 'config.json [--engine NAMES] [--context N] [--out FILE | --in-place]',
    summary: 'rewrite a config.json so that engines agree on it, or explain why they cannot',
    load: async () => (await import('./fix.js')).fix,
  },
  {
    name: 'diff',
    usage: 'a b [--context N] [--json]',
    summary: 'compare the positions of two config.json or GGUF files',
    load: async () => (await import('./diff.js')).diff,
  },
  {
    name: 'identify',
    usage: 'FILE|NUMBERS [--config CONFIG] [--sin FILE] [--context N] [--first N] [--json]',
    summary: 'find the spec, or the known mistake, behind a file of frequencies or of cosines and sines',
    load: async () => (await import('./identify.js')).identify,
  },
  {
    name: 'table',
    usage:
      "'<spec JSON>' --positions RANGE --out FILE [--as LAYOUT] [--dtype f32|f64|f16|bf16] [--format FORMAT] [--workers N]",
    summary: "write a table of an encoding, or an engine's cosines and sines, to a .npy, .safetensors or .csv file",
    load: async () => (await import('./table.js')).table,
  },
  {
    name: 'train',
    usage: 'experiment.json [--checkpoint FILE] [--weights FILE] [--steps N] [--seed N]',
    summary: 'train a small transformer with any encoding; prints one line of JSON per evaluation',
    load: async () => (await import('./train.js')).train,
  },
  {
    name: 'sweep',
    usage: 'STUDY|study.json [--out DIR] [--shard I/N] [--seeds N] [--workers N]',
    summary: 'run a study with several seeds, on one machine or many, and judge its claims',
    load: async () => (await import('./sweep.js')).sweep,
  },
  {
    name: 'tensors',
    usage: 'FILE [--json]',
    summary: 'list the tensors of a .safetensors or .npy file, likely position tables first',
    load: async () => (await import('./tensors.js')).tensors,
  },
  {
    name: 'list',
    usage: '[ID …] [--long] [--json]',
    summary: 'list encodings, context extensions, analyses, layers and tasks, with formula, citation and parameters',
    load: async () => (await import('./list.js')).list,
  },
  {
    name: 'call',
    usage: "<method> '[<JSON arguments>]' [--out FILE]",
    summary: 'call any method of the API: JSON arguments in, JSON result out',
    load: async () => (await import('./call.js')).call,
  },
  {
    name: 'calls',
    usage: '< LINES',
    summary: 'make many calls in one process: a line of JSON in, a line of JSON out',
    load: async () => (await import('./calls.js')).calls,
  },
  {
    name: 'completion',
    usage: 'bash|zsh|fish',
    summary: 'print a shell script that completes posenc command lines',
    load: async () => (await import('./completion.js')).completionOf(commands),
  },
];
