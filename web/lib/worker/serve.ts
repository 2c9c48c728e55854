/**
 * The worker's side: an engine that responds to messages, for web workers and Node.
 */
import type { Control } from '../checks/control.js';
import { asPosencError, toPlain } from '../checks/errors.js';
import type { MethodName } from '../methods/calls.js';
import { Engine } from '../wasm/engine.js';
import { Reassembly } from './chunked-transfer.js';
import { ReceivedModules } from './given.js';
import { type FromWorker, movedOf, type Port, type ToWorker, type Wants } from './messages.js';

/** Handlers of the worker's events. */
export interface Serving {
  take(message: ToWorker): void;
  /** Handles a message that cannot be deserialized. */
  unread(): void;
}

export function serve(port: Port<FromWorker>): Serving {
  const reassembly = new Reassembly();
  const given = new ReceivedModules();
  const engine = new Engine(given.makers);
  const aborts = new Map<number, AbortController>();

  const control = (id: number, wants: Wants): Control => {
    const controller = new AbortController();
    aborts.set(id, controller);
    const onProgress = wants.progress ? (progress: number): void => port.post({ id, progress }, []) : undefined;
    return { signal: controller.signal, onProgress, into: wants.into };
  };

  const answer = async ({ id, method, args }: ToWorker): Promise<unknown> => {
    switch (method) {
      case 'load': {
        const arrived = await given.take(...args);
        if (arrived) await engine.start([args[0]]);
        return arrived;
      }
      case 'run':
        return engine
          .run<MethodName>(args[0], reassembly.whole(args[1]), control(id, args[2]))
          .finally(() => aborts.delete(id));
      case 'chunk':
        return reassembly.take(args[0]);
      case 'drop':
        return reassembly.drop(args[0]);
      case 'prepare':
        engine.prepare(args[0]);
        return undefined;
      case 'release':
        engine.release(args[0]);
        return undefined;
      case 'abort':
        aborts.get(args[0])?.abort();
        return undefined;
    }
  };

  return {
    take(message) {
      const { id } = message;
      answer(message)
        .then((result) => port.post({ id, result }, movedOf(result)))
        .catch((thrown: unknown) => {
          port.post({ id, error: toPlain(asPosencError(thrown, 'working in the worker')) }, []);
        });
    },
    unread: () => port.post({ unread: true }, []),
  };
}
