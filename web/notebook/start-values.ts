/** Initial values when the reader picks an encoding or an extension: defaults, else a common size. */
import type { Posenc } from './library.js';
import type { EncodingInfo, ParamInfo, ScalingInfo } from '../lib/types/registry.js';
import { effective } from '../lib/checks/where.js';
import type { DraftSpec } from './state.js';
import { asSpec } from './state.js';
import type { ParamValue } from './state.js';

/** For required parameters, which have no default in the registry. */
const usual: Readonly<Record<string, number>> = {
  dim: 64,
  heads: 8,
  factor: 4,
  originalContext: 8192,
  contextLength: 32_768,
  base: 1_000_000,
  fraction: 0.25,
  mixedB: 0.625,
};

/** A draft for `info` that keeps the values of shared parameters. */
export function startDraft(info: EncodingInfo, present: DraftSpec): DraftSpec {
  return { encoding: info.id, ...startParams(info.params, present as Readonly<Record<string, ParamValue>>, 32) };
}

/** Widths to try if the usual one does not satisfy the encoding's divisibility. */
const widths = [64, 128, 96, 48, 32, 24, 16, 12, 8, 6, 4, 2, 3, 1];

/** A draft with an accepted width: some encodings need one divisible by three axes, or a given sum. */
export async function acceptedDraft(pe: Posenc, info: EncodingInfo, present: DraftSpec): Promise<DraftSpec> {
  const draft = startDraft(info, present);
  if (!info.params.some(({ name }) => name === 'dim')) return draft; // it follows from other parameters
  const accepts = (one: DraftSpec): Promise<boolean> =>
    pe.shape(asSpec(one)).then(
      () => true,
      () => false,
    );
  if (await accepts(draft)) return draft;
  const fresh = startDraft(info, { encoding: info.id });
  for (const base of [draft, fresh]) {
    for (const dim of widths) if (await accepts({ ...base, dim })) return { ...base, dim };
  }
  return draft;
}

/**
 * Switches to another encoding: immediately with the draft, then with an accepted width, unless the
 * reader made a change meanwhile.
 * @param now the current draft
 */
export function changeEncoding(
  pe: Posenc,
  info: EncodingInfo,
  now: () => DraftSpec,
  change: (draft: DraftSpec) => void,
): void {
  const before = now();
  const first = startDraft(info, before);
  change(first);
  const shown = JSON.stringify(first);
  void acceptedDraft(pe, info, before).then((accepted) => {
    if (JSON.stringify(now()) === shown && JSON.stringify(accepted) !== shown) change(accepted);
  });
}

export function startScaling(
  info: ScalingInfo,
  present: Readonly<Record<string, ParamValue>>,
  pairs: number,
): Record<string, ParamValue> {
  return { type: info.id, ...startParams(info.params, present, pairs) };
}

export function startParams(
  params: readonly ParamInfo[],
  present: Readonly<Record<string, ParamValue>>,
  pairs: number,
): Record<string, ParamValue> {
  const out: Record<string, ParamValue> = {};
  for (const param of params) {
    const kept = present[param.name];
    if (kept !== undefined && fits(kept, param)) out[param.name] = kept;
    else if (param.required) out[param.name] = firstValue(param, pairs);
  }
  return effective(params, out);
}

function fits(value: ParamValue, param: ParamInfo): boolean {
  if (param.kind === 'choice') return typeof value === 'string' && param.choices?.includes(value) === true;
  if (param.kind === 'numbers') return Array.isArray(value);
  if (param.kind === 'boolean') return typeof value === 'boolean';
  return typeof value === 'number' && value >= (param.min ?? -Infinity) && value <= (param.max ?? Infinity);
}

function firstValue(param: ParamInfo, pairs: number): ParamValue {
  if (param.initial !== undefined) return param.initial;
  if (param.kind === 'numbers') return new Array<number>(pairs).fill(1);
  if (param.kind === 'choice') return param.choices?.[0];
  return usual[param.name] ?? param.slider?.min ?? param.min ?? 1;
}
