/**
 * The worker of the sandbox, which runs all cells of a notebook. Its one port to the page is hidden from cells, and the
 * policy of its frame blocks all other access.
 */
import { bounded } from './outgoing.js';
import './bounds.js';
import { Graph } from './graph.js';
import { libraries } from './library.js';
import { Posts } from './posts.js';
import type { FromSandbox, ModuleFile, ToSandbox } from '../protocol.js';

addEventListener('message', ({ ports: [port] }) => port && start(port), { once: true });

function start(port: MessagePort): void {
  // Captured before any cell runs, so that cells that replace functions of ports and events cannot reach this port.
  const send = port.postMessage.bind(port) as (message: FromSandbox) => void;
  const post = (message: FromSandbox): void => send(bounded(message) as FromSandbox);
  const { get: data } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!;
  const read = Function.prototype.call.bind(data!) as (event: MessageEvent) => ToSandbox;
  const asked = new Map<ModuleFile, { resolve(bytes: ArrayBuffer): void; reject(error: Error): void }>();
  const posts = new Posts(post);
  const graph = new Graph(
    posts,
    libraries(
      (name) =>
        new Promise((resolve, reject) => {
          asked.set(name, { resolve, reject });
          post({ type: 'ask', name });
        }),
    ),
    (id) => post({ type: 'at', id }),
  );
  const take = (message: ToSandbox): void => {
    switch (message.type) {
      case 'define':
        return message.cells.forEach((cell) => graph.define(cell));
      case 'remove':
        return graph.remove(message.id);
      case 'input':
        return graph.set(message.id, message.index, message.value);
      case 'student':
        return graph.student(message.number);
      case 'answer':
        return void graph.answer(message.id, message.index, message.given);
      case 'taken':
        return posts.taken();
      case 'ping':
        return post({ type: 'pong', count: message.count });
      case 'file': {
        const { name, bytes } = message;
        if (bytes) asked.get(name)?.resolve(bytes);
        else asked.get(name)?.reject(new Error(`${name} could not be loaded`));
      }
    }
  };
  port.onmessage = (event: MessageEvent<ToSandbox>) => take(read(event));
  addEventListener('error', (event) => {
    event.preventDefault();
    graph.uncaught(event.error);
  });
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    graph.uncaught(event.reason, event.promise);
  });
  post({ type: 'ready' });
}
