/** A model's file, parsed once: each reading of it takes this value. */
import { parseJson } from '../checks/json.js';
import type { ConfigReport, ImportedConfig } from '../types/posenc.js';
import { type GgufFields, isGguf } from './gguf-fields.js';
import type { Plain } from './plain.js';

export interface ConfigFile {
  readonly plain: Plain;
  /** The text that was parsed: only there 4 is not 4.0. */
  readonly json?: string;
  /** The reader of GGUF headers, loaded only for such a file. */
  readonly importGguf?: (config: GgufFields) => ImportedConfig;
  /** The report on such a file without a rotation; undefined of one that rotates. */
  readonly unrotatedGguf?: (config: GgufFields, contextLength: number | undefined) => ConfigReport | undefined;
}

/**
 * @param config of `readConfig`
 * @throws PosencError bad_json or too_large
 */
export const parseConfig = (config: string | object): ConfigFile =>
  typeof config === 'string'
    ? { plain: parseJson(config, { field: 'config', pythonConstants: true }) as Plain, json: config }
    : { plain: config as Plain };

/** The same with what reads a file of its format. */
export async function openConfig(config: string | object): Promise<ConfigFile> {
  const file = parseConfig(config);
  if (!isGguf(file.plain)) return file;
  const { importGguf, unrotatedGguf } = await import('./gguf.js');
  return { ...file, importGguf, unrotatedGguf };
}
