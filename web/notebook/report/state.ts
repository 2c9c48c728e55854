/** The link of the Report: `#v=1&config=…&ctx=65536&method=yarn&engine=vllm&e=rope&e.dim=128…`. */
import { colourMaps } from '../../lib/charts/heatmap/colour-maps.js';
import { maxSide } from '../../lib/charts/heatmap/painter.js';
import { extensionIds } from '../../lib/types/advice.js';
import type { EncodingInfo } from '../../lib/types/registry.js';
import type { Coding, Store } from '../history.js';
import { type Field, isWhole, linked, named, number, oneOf, spec, type StateOf, unset } from '../kit/state.js';
import { unpackText } from '../pack.js';
import { type ConfigChoice, fitsLink, pictures } from '../state.js';
import { type EngineName, engineTitles } from '../widgets/engine-titles.js';

export const mostOffsets = 1_000_000;
const farthest = 2 ** 53 - 1;
export const fits = {
  contextLength: isWhole(1, farthest),
  offsets: isWhole(2, mostOffsets),
  count: isWhole(1, maxSide),
  head: isWhole(0),
};
const start: ConfigChoice = { preset: 'llama-3.1-8b' };
export const chosenPreset = (preset: string): ConfigChoice =>
  'preset' in start && start.preset === preset ? start : { preset };

const config = (presets: readonly string[]): Field<ConfigChoice> => ({
  initial: start,
  read(link) {
    const [packed, preset] = [link.get('file'), link.get('config')];
    if (packed !== null) return { packed, text: '', name: (link.get('name') ?? 'config.json').slice(0, 80) };
    return preset !== null && presets.includes(preset) ? chosenPreset(preset) : undefined;
  },
  write(link, choice) {
    if ('preset' in choice) link.set('config', choice.preset);
    else if (choice.packed !== undefined) {
      link.set('file', choice.packed);
      link.set('name', choice.name);
    }
  },
});

const schema = (encodings: readonly EncodingInfo[], presets: readonly string[]) => {
  const own = spec(encodings, { encoding: 'rope' });
  return {
    config: config(presets),
    /** The context length to serve, also used by the report; undefined for that of the file. */
    contextLength: unset(number('ctx', 0, fits.contextLength)),
    /** Extension method; undefined for the first that the file allows. */
    method: unset(oneOf('method', extensionIds[0], extensionIds)),
    engine: oneOf<EngineName>('engine', 'all', Object.keys(engineTitles) as EngineName[]),
    /** A published file to compare with. */
    other: unset(oneOf<string>('other', '', presets)),
    layer: unset(named('layer', '', (text) => (text.length <= 64 ? text : undefined))),
    /** undefined: the encoding that the configuration selects. */
    spec: unset({
      ...own,
      write: (link: URLSearchParams, value) => fitsLink(value) && own.write(link, value),
    } as typeof own),
    start: number('start', 0, (value) => Math.abs(value) <= farthest),
    count: number('n', 512, fits.count),
    step: number('step', 1, (value) => Math.abs(value) <= farthest),
    picture: oneOf('show', pictures[0], pictures),
    head: number('head', 0, isWhole(0, 65_535)),
    colours: oneOf<string>(
      'colours',
      'rdbu',
      colourMaps.map(({ id }) => id),
    ),
    /** Curves run over offsets 0 … offsets - 1. */
    offsets: number('offsets', 100_000, fits.offsets),
    logOffsets: named(
      'log',
      true,
      (text) => (text === '1' || text === '0' ? text === '1' : undefined),
      (log) => (log ? '1' : '0'),
    ),
  };
};
export type ReportState = StateOf<ReturnType<typeof schema>>;
export type ReportStore = Store<ReportState>;

/** Unpacks the file's text after the other fields; falls back to the initial file. */
export function reportLink(encodings: readonly EncodingInfo[], presets: readonly string[]): Coding<ReportState> {
  const link = linked(schema(encodings, presets));
  return {
    ...link,
    async decode(hash) {
      const state = link.decode(hash);
      if (!state || 'preset' in state.config) return state;
      const text = await unpackText(state.config.packed ?? '');
      return { ...state, config: text === undefined ? start : { ...state.config, text } };
    },
  };
}
