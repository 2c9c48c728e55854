/**
 * A configuration as it is given to the public interface, and the spec that it means at a length.
 */
import { mustBe } from '../checks/errors.js';
import { copyJson } from '../checks/json.js';
import type { EncodingSpec } from '../types/posenc.js';
import { guarded, isPlain } from '../checks/record.js';
import { configOfGguf, isGguf } from './gguf-fields.js';

/** Text, or a copy of a plain object: what reads it may still have to be loaded. Of a GGUF header, the keys it needs. */
export function readConfig(config: unknown): string | object {
  if (typeof config === 'string') return config;
  if (isGguf(config)) return configOfGguf(config);
  const given = guarded({ code: 'bad_config', field: 'config', what: 'JSON' }, () => {
    if (isPlain(config)) return config;
    throw mustBe('bad_config', 'config', 'JSON text or an object', config);
  });
  return copyJson(given, 'config') as object;
}

/** The spec whose frequencies hold at this length, for extensions that look at the length. */
export function atContext(spec: EncodingSpec, contextLength: number): EncodingSpec {
  if (spec.encoding !== 'rope') return spec;
  const { scaling } = spec;
  if (scaling?.type !== 'dynamic' && scaling?.type !== 'longrope') return spec;
  return { ...spec, scaling: { ...scaling, contextLength } };
}
