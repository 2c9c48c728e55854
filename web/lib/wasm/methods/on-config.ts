/** Calls of config.wasm, which cannot be interrupted. */
import type { Calls } from '../../methods/calls.js';
import type { ConfigModule, RawJson } from '../../types/config-module.js';
import type { RawError } from '../../types/core.js';

type OnConfig = {
  readonly [M in 'identify' | 'multimodalIds']: (
    module: ConfigModule,
    request: Calls[M]['request'],
  ) => RawJson | RawError;
};

export const onConfig: OnConfig = {
  identify: (module, { numbers, options }) =>
    typeof numbers === 'string'
      ? module.identifyText(numbers, options)
      : module.identifyNumbers(numbers.data, numbers.rows, numbers.subject, options),
  multimodalIds: (module, { prompt }) => module.multimodalIds(prompt),
};
