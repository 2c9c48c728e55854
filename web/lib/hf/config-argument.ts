/** Reads a configuration passed to the public interface, and computes its spec at a context length. */
import { errorAbout, mustBe } from '../checks/errors.js';
import { printable } from '../checks/show.js';
import { copyJson } from '../checks/json.js';
import type { EncodingSpec } from '../types/posenc.js';
import { guarded, isPlain } from '../checks/record.js';
import { configOfGguf, isGguf } from './gguf-fields.js';

const fileName = /^[^{}[\]"\n]{1,300}\.(?:json|gguf|npy|safetensors)$/i;

/**
 * Returns text, or a copy of a plain object, since its reader may load later; of a GGUF header, only the needed keys.
 */
export function readConfig(config: unknown): string | object {
  if (typeof config === 'string') {
    if (!fileName.test(config)) return config;
    const given = printable(config, 200);
    throw errorAbout(
      'bad_json',
      'config',
      `must be the text or the object of a config.json, but the name of a file was given: '${given}'; read the file first`,
    );
  }
  if (isGguf(config)) return configOfGguf(config);
  const given = guarded({ code: 'bad_config', field: 'config', what: 'JSON' }, () => {
    if (isPlain(config)) return config;
    throw mustBe('bad_config', 'config', 'JSON text or an object', config);
  });
  return copyJson(given, 'config') as object;
}

/** Returns the spec at this context length, for extensions that depend on it. */
export function atContext(spec: EncodingSpec, contextLength: number): EncodingSpec {
  if (spec.encoding !== 'rope') return spec;
  const { scaling } = spec;
  if (scaling?.type !== 'dynamic' && scaling?.type !== 'longrope') return spec;
  return { ...spec, scaling: { ...scaling, contextLength } };
}
