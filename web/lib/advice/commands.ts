/**
 * Commands for a file as it is, and for an extension, for each engine. Flags and their sources:
 *
 * vLLM: docs.vllm.ai, features/context_extension (--rope-scaling is gone, --hf-overrides with rope_parameters); its
 *   config/model.py, _apply_dict_overrides, replaces values that are not configurations
 * SGLang: configs/model_config.py, get_context_length: rejects a length beyond max_position_embeddings unless the
 *   override raises it, as is done here
 * llama.cpp: tools/server/README; #28030 (2026-08-30): YaRN raises the model's length automatically; before it, and
 *   without YaRN, --override-kv does
 * mlx-lm: utils.load(model_config=…); its command line has no option for it, nor has mlx_lm.server one for a length
 * exllamav3: exllamav3/model_init.py, --cache_size; TabbyAPI, which serves it, has max_seq_len. No option changes the rotation
 * LMDeploy: lmdeploy/cli/utils.py, --session-len; TurboMind is its default for many models, and was not executed
 * onnxruntime-genai: onnxruntime_genai/models/builder.py; the table of the graph ends at the length of the file
 * MLC LLM: mlc_llm/cli/gen_config.py; the rotation is compiled, so no option changes it
 * ollama: docs/modelfile.md, FROM a folder and PARAMETER num_ctx; cmd/cmd.go, `ollama create`
 * OpenVINO: optimum-cli export openvino (docs/source/openvino/export.mdx of optimum-intel); no option changes the rotation
 * torchtitan, Megatron-Core: trainers, which read no config.json; their readings contain the settings
 * keras-hub: CausalLM.from_preset("hf://…") converts the file; no option changes the rotation
 * transformers: keyword arguments of from_pretrained replace fields of the configuration
 */
import type { RopeSpec } from '../generated/encodings.js';
import { architectures } from '../engines/llama-cpp/architectures.js';
import type { LayerFacts } from '../hf/facts.js';
import type { EngineAnswer, EngineId } from '../types/engines.js';
import { type Change, overriding } from './change.js';
import { jsonText, pythonText, shellText } from './text.js';

export interface Extension {
  readonly change: Change;
  readonly wanted: number;
  /** The spec, if all layer types share it. */
  readonly spec?: RopeSpec;
  readonly modelType?: string | undefined;
}
/** The file as it is. */
export interface Plainly {
  readonly wanted: number;
  readonly modelType?: string | undefined;
  /** Fields that only raise the file's length. */
  readonly raise?: { readonly at: string; readonly fields: Fields };
}
export interface Commands {
  readonly commands: readonly string[];
  readonly notes?: readonly string[];
}

type Fields = Record<string, unknown>;

const servedByTransformers = (): Commands => ({ commands: ['AutoModelForCausalLM.from_pretrained("MODEL")'] });
const servedByMlxLm = (): Commands => ({ commands: ['mlx_lm.server --model MODEL'] });

function servedByVllm({ wanted, raise }: Plainly): Commands {
  const serve = `vllm serve MODEL --max-model-len ${wanted}`;
  if (!raise) return { commands: [serve] };
  return { commands: [`${serve} --hf-overrides ${shellText(jsonText(overriding(raise.at, raise.fields)))}`] };
}

function servedBySglang({ wanted, raise }: Plainly): Commands {
  const launch = `python -m sglang.launch_server --model-path MODEL --context-length ${wanted}`;
  if (!raise) return { commands: [launch] };
  if (raise.at !== '') return { commands: [...raisedInFile({ wanted, raise }), launch] };
  return { commands: [`${launch} --json-model-override-args ${shellText(jsonText(raise.fields))}`] };
}

function servedByLlamaCpp({ wanted, modelType, raise }: Plainly): Commands {
  const start = `llama-server -m model.gguf -c ${wanted}`;
  if (!raise) return { commands: [start] };
  const { flag, named } = raised(architectureOf(modelType), wanted);
  return { commands: [`${start} ${flag}`], notes: named };
}

/** The flag that lets llama.cpp exceed the length of its file. */
const raised = (architecture: string | undefined, wanted: number) => ({
  flag: `--override-kv ${architecture ?? 'ARCH'}.context_length=int:${wanted}`,
  named: architecture ? [] : ['ARCH is what the file says in general.architecture'],
});
const architectureOf = (modelType: string | undefined): string | undefined => architectures.get(modelType ?? '')?.name;

/**
 * A command that writes fields into the file, for engines that read them only at its top, or have no option for them.
 * Uses Python, which preserves the point of 4.0.
 */
function written(at: string, fields: Fields, without: readonly string[] = []): string {
  const place =
    at === ''
      ? 'c'
      : `c${at
          .split('.')
          .map((key) => `[${JSON.stringify(key)}]`)
          .join('')}`;
  const steps = [
    'import json; p = "MODEL/config.json"; c = json.load(open(p))',
    ...without.map((name) => `${place}.pop(${JSON.stringify(name)}, None)`),
    `${place}.update(${pythonText(fields)})`,
    'json.dump(c, open(p, "w"), indent=2)',
  ];
  return `python3 -c ${shellText(steps.join('; '))}`;
}
export const inTheFile = (change: Change, form: 'current' | 'legacy'): string =>
  form === 'legacy' && change.legacy
    ? written(change.at, change.legacy, change.without.legacy)
    : written(change.at, change.current, change.without.current);

function fromPretrained(change: Change, form: 'current' | 'legacy'): Commands {
  if (change.at !== '') return { commands: [inTheFile(change, form), ...servedByTransformers().commands] };
  const fields: Fields = change[form] ?? change.current;
  const named = Object.entries(fields).map(([name, value]) => `${name}=${pythonText(value)}`);
  return { commands: [`AutoModelForCausalLM.from_pretrained("MODEL", ${named.join(', ')})`], notes: [beforeItIsMade] };
}
/** modeling_llama.py, LlamaRotaryEmbedding.__init__ registers inv_freq; length renews it for dynamic and longrope. */
const beforeItIsMade =
  'the model computes its frequencies when it is made: a config that is changed afterwards has no effect';
const transformers5 = ({ change }: Extension): Commands => fromPretrained(change, 'current');
const transformers4 = ({ change }: Extension): Commands =>
  change.legacy
    ? fromPretrained(change, 'legacy')
    : { commands: [], notes: ['version 4 has one rope_scaling for all layers'] };

/** Names the path of a nested text model: at the top the override has no effect. */
function vllm({ change, wanted }: Extension): Commands {
  const overrides = jsonText(overriding(change.at, change.current));
  return { commands: [`vllm serve MODEL --max-model-len ${wanted} --hf-overrides ${shellText(overrides)}`] };
}

/** config.update() of transformers would replace the whole text_config by a dictionary. */
function sglang({ change, wanted }: Extension): Commands {
  const launch = `python -m sglang.launch_server --model-path MODEL --context-length ${wanted}`;
  if (change.at !== '') return { commands: [inTheFile(change, 'legacy'), launch] };
  return {
    commands: [`${launch} --json-model-override-args ${shellText(jsonText(change.legacy ?? change.current))}`],
  };
}

function mlxLm({ change }: Extension): Commands {
  if (change.at !== '') return { commands: [inTheFile(change, 'legacy'), ...servedByMlxLm().commands] };
  const notes = ['its command line has no option for this'];
  return { commands: [`mlx_lm.load("MODEL", model_config=${pythonText(change.legacy ?? change.current)})`], notes };
}

/** Writes changes without a flag into the file before it is converted. */
function llamaCpp({ modelType, ...asked }: Extension): Commands {
  const { commands, notes } = llamaFlags({ ...asked, architecture: architectureOf(modelType) });
  if (commands.length > 0) return { commands, ...(notes && { notes }) };
  const { change, wanted } = asked;
  const converts = 'python convert_hf_to_gguf.py MODEL --outfile model.gguf';
  return { commands: [inTheFile(change, 'current'), converts, `llama-server -m model.gguf -c ${wanted}`] };
}

/** @param spec if all layer types share it */
export function llamaFlags({
  spec,
  wanted,
  architecture,
}: Pick<Extension, 'wanted'> & { spec?: RopeSpec | undefined; architecture: string | undefined }): Commands {
  if (!spec) return { commands: [], notes: ['its flags act on all layers alike'] };
  const { scaling } = spec;
  const start = `llama-server -m model.gguf -c ${wanted}`;
  const { flag: raise, named } = raised(architecture, wanted);
  switch (scaling?.type) {
    case 'yarn': {
      const { factor, originalContext, betaFast, betaSlow } = scaling;
      const flags = [`--rope-scaling yarn --rope-scale ${factor} --yarn-orig-ctx ${originalContext}`];
      if (betaFast !== undefined) flags.push(`--yarn-beta-fast ${betaFast}`);
      if (betaSlow !== undefined) flags.push(`--yarn-beta-slow ${betaSlow}`);
      const older = `builds before 2026-08-30 (ggml-org/llama.cpp#28030) also need ${raise}`;
      return { commands: [[start, ...flags].join(' ')], notes: [older, ...named] };
    }
    case 'linear':
      return { commands: [`${start} --rope-scaling linear --rope-scale ${scaling.factor} ${raise}`], notes: named };
    case 'abf':
      return { commands: [`${start} --rope-freq-base ${scaling.base} ${raise}`], notes: named };
    default:
      return { commands: [], notes: [`it has no flag for ${scaling?.type ?? 'this'}`] };
  }
}

const exllamav3Chat = (wanted: number): string =>
  `python examples/chat.py -m MODEL -mode FORMAT -cs ${256 * Math.ceil(wanted / 256)}`;
const servesLmdeploy = (wanted: number): string =>
  `lmdeploy serve api_server MODEL --backend pytorch --session-len ${wanted}`;
const builds = 'python -m onnxruntime_genai.models.builder -i MODEL -o OUTPUT -p int4 -e cpu';
/** Raises a field of the file, for engines without an option for it. */
const raisedInFile = ({ raise }: Plainly): readonly string[] => (raise ? [written(raise.at, raise.fields)] : []);

const configuresMlc = (wanted: number): string =>
  `mlc_llm gen_config MODEL --quantization q4f16_1 --conv-template TEMPLATE --context-window-size ${wanted} -o OUTPUT`;
/** Writes a Modelfile into the folder of the file: FROM . with the length. */
const createsOllama = (wanted: number): string =>
  `printf 'FROM .\\nPARAMETER num_ctx ${wanted}\\n' > Modelfile && ollama create NAME`;
const exportsOpenvino = 'optimum-cli export openvino --model MODEL OUTPUT';
const ofKerasHub = ['keras_hub.models.CausalLM.from_preset("hf://MODEL")'];
/** A trainer, whose reading contains the settings. */
const trainer: Row = { form: 'current', commandsFor: () => ({ commands: [] }), longest: () => Infinity };

/** Commands for an engine, and the form of the fields that it reads: the current one if there is no legacy one. */
interface Row {
  readonly form: 'current' | 'legacy';
  commandsFor(extension: Extension): Commands;
  serve?(file: Plainly): Commands;
  /** The longest context that it can be started with, if not the default. */
  longest?(answer: EngineAnswer, layers: readonly LayerFacts[]): number;
}

/** Default for an engine without a row, whose command line is not known here. */
const byFile: Row = {
  form: 'current',
  commandsFor: ({ change }) => ({ commands: [inTheFile(change, 'current')] }),
};
/** For engines that are started without a length, and reject none. */
const endless = { longest: () => Infinity };
const vllmRow: Row = {
  form: 'current',
  commandsFor: vllm,
  serve: servedByVllm,
  /** With LongRoPE it starts with the original length by default, and allows up to that of the file. */
  longest: ({ served = 0 }, layers) =>
    Math.max(served, ...layers.map(({ scaling, max }) => (scaling.type === 'longrope' ? max.value : 0))),
};
const mlxLmRow: Row = { form: 'legacy', commandsFor: mlxLm, serve: servedByMlxLm, ...endless };
const rows: Partial<Readonly<Record<EngineId, Row>>> = {
  'transformers-5': { form: 'current', commandsFor: transformers5, serve: servedByTransformers, ...endless },
  'transformers-4': { form: 'legacy', commandsFor: transformers4, serve: servedByTransformers, ...endless },
  vllm: vllmRow,
  'vllm@0.29.0': vllmRow,
  sglang: { form: 'legacy', commandsFor: sglang, serve: servedBySglang },
  'llama-cpp': { form: 'current', commandsFor: llamaCpp, serve: servedByLlamaCpp },
  'mlx-lm': mlxLmRow,
  'mlx-lm@0.31.3': mlxLmRow,
  exllamav3: {
    form: 'legacy',
    commandsFor: ({ change, wanted }) => ({ commands: [inTheFile(change, 'legacy'), exllamav3Chat(wanted)] }),
    serve: (file) => ({
      commands: [...raisedInFile(file), exllamav3Chat(file.wanted)],
      notes: ['TabbyAPI calls the length max_seq_len'],
    }),
    /** It does not enforce its length, but YaRN's factor follows from that of the file. */
    longest: ({ served = 0 }, layers) => Math.max(served, ...layers.map(({ max }) => max.value)),
  },
  lmdeploy: {
    form: 'current',
    commandsFor: ({ change, wanted }) => ({ commands: [inTheFile(change, 'current'), servesLmdeploy(wanted)] }),
    serve: (file) => ({ commands: [...raisedInFile(file), servesLmdeploy(file.wanted)] }),
  },
  ollama: {
    form: 'legacy',
    commandsFor: ({ change, wanted }) => ({ commands: [inTheFile(change, 'legacy'), createsOllama(wanted)] }),
    serve: (file) => ({ commands: [...raisedInFile(file), createsOllama(file.wanted)] }),
  },
  openvino: {
    form: 'legacy',
    commandsFor: ({ change }) => ({ commands: [inTheFile(change, 'legacy'), exportsOpenvino] }),
    serve: (file) => ({ commands: [...raisedInFile(file), exportsOpenvino] }),
    ...endless,
  },
  'mlc-llm': {
    form: 'legacy',
    commandsFor: ({ change, wanted }) => ({ commands: [inTheFile(change, 'legacy'), configuresMlc(wanted)] }),
    serve: ({ wanted }) => ({ commands: [configuresMlc(wanted)] }),
    ...endless,
  },
  torchtitan: trainer,
  'megatron-core': trainer,
  'keras-hub': {
    form: 'legacy',
    commandsFor: ({ change }) => ({ commands: [inTheFile(change, 'legacy'), ...ofKerasHub] }),
    serve: () => ({ commands: ofKerasHub }),
    ...endless,
  },
  'ort-genai': {
    form: 'current',
    commandsFor: ({ change }) => ({ commands: [inTheFile(change, 'current'), builds] }),
    serve: (file) => ({ commands: [...raisedInFile(file), builds] }),
  },
};
export const commandsOf = (engine: EngineId): Row => rows[engine] ?? byFile;
