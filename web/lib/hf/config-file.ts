/** A model file, parsed once and shared by all its readers. */
import { parseJson } from '../checks/json.js';
import type { ConfigReport, ImportedConfig } from '../types/posenc.js';
import { type GgufFields, isGguf } from './gguf-fields.js';
import type { Plain } from './plain.js';

export interface ConfigFile {
  readonly plain: Plain;
  /** The parsed text, in which 4 and 4.0 differ. */
  readonly json?: string;
  /** Reader of GGUF headers, loaded only for such a file. */
  readonly importGguf?: (config: GgufFields) => ImportedConfig;
  /** Report on a GGUF file without rotation; undefined if the file rotates. */
  readonly unrotatedGguf?: (config: GgufFields, contextLength: number | undefined) => ConfigReport | undefined;
}

/**
 * @param config from `readConfig`
 * @throws PosencError bad_json or too_large
 */
export const parseConfig = (config: string | object): ConfigFile =>
  typeof config === 'string'
    ? { plain: parseJson(config, { field: 'config', pythonConstants: true }) as Plain, json: config }
    : { plain: config as Plain };

/** Parses a config and loads the reader of its format. */
export async function openConfig(config: string | object): Promise<ConfigFile> {
  const file = parseConfig(config);
  if (!isGguf(file.plain)) return file;
  const { importGguf, unrotatedGguf } = await import('./gguf.js');
  return { ...file, importGguf, unrotatedGguf };
}
