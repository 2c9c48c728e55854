/**
 * The worker's side: an engine that answers messages. The same for web workers and Node.
 */
import type { MethodName } from '../methods/calls.js';
import type { Control } from '../checks/control.js';
import { PosencError, asPosencError } from '../checks/errors.js';
import { Engine } from '../wasm/engine.js';
import { modulesOf, type Source } from '../wasm/load.js';
import { type FromWorker, movedOf, type Port, type ToWorker, type Wants } from './messages.js';

/** Gives the function that takes each message from the client. */
export function serve(port: Port<FromWorker>, source: Source): (message: ToWorker) => void {
  let engine: Engine | undefined;
  const aborts = new Map<number, AbortController>();

  const control = (id: number, wants: Wants): Control => {
    const controller = new AbortController();
    aborts.set(id, controller);
    const onProgress = wants.progress ? (progress: number): void => port.post({ id, progress }, []) : undefined;
    return { signal: controller.signal, onProgress, into: wants.into };
  };

  const answer = async ({ id, method, args }: ToWorker): Promise<unknown> => {
    if (method === 'init') {
      const own = new Engine(modulesOf(args[0], source));
      await own.start();
      engine = own;
      return undefined;
    }
    if (!engine) throw new PosencError('worker_failed', '', 'the worker was not told how to start');
    switch (method) {
      case 'run':
        return engine.run<MethodName>(args[0], args[1], control(id, args[2])).finally(() => aborts.delete(id));
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

  return (message) => {
    const { id } = message;
    answer(message)
      .then((result) => port.post({ id, result }, movedOf(result)))
      .catch((thrown: unknown) => {
        const { code, field, message: text } = asPosencError(thrown, 'working in the worker');
        port.post({ id, error: { code, field, message: text } }, []);
      });
  };
}
