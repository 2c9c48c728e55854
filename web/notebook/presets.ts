/** The bundled configurations as text, processed like a dropped file. */
import { configs } from './configs/index.js';
import type { ConfigChoice } from './state.js';

export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly note: string;
  /** Not copied from a stored file, so less reliable. */
  readonly fromMemory: boolean;
  readonly text: string;
}

export const presets: readonly Preset[] = configs;

/** The configuration of a state: a published one or the reader's own. */
export function configOf(config: ConfigChoice): Pick<Preset, 'text' | 'title' | 'note'> & Partial<Preset> {
  if ('preset' in config) {
    const preset = presets.find(({ id }) => id === config.preset);
    if (preset) return preset;
  }
  return { text: 'text' in config ? config.text : '', title: 'name' in config ? config.name : '', note: '' };
}
