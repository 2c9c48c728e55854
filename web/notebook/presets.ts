/** The bundled configurations, as texts: they take the same way as a file that the reader drops. */
import { configs } from './configs/index.js';

export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly note: string;
  /** Not copied from a stored file: to be read with care. */
  readonly fromMemory: boolean;
  readonly text: string;
}

export const presets: readonly Preset[] = configs;
