/** Finds what made given numbers, as one call of config.wasm, which cannot be interrupted. */
import type { Calls } from '../../methods/calls.js';
import type { ConfigModule, RawJson } from '../../types/config-module.js';
import type { ModuleHost } from '../host.js';

export async function identify(
  { numbers, options }: Calls['identify']['request'],
  signal: AbortSignal | undefined,
  host: ModuleHost<ConfigModule>,
): Promise<RawJson> {
  const { call } = await host.ready(signal);
  return call((module) =>
    typeof numbers === 'string'
      ? module.identifyText(numbers, options)
      : module.identifyNumbers(numbers.data, numbers.rows, numbers.subject, options),
  );
}
