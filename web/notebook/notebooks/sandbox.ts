/**
 * The page's side of the sandbox: a frame of opaque origin, the worker in it, and one port. It ends what does not
 * answer. The page reads what the port brings as data (outputs/read.ts); a message that is none of the protocol's ends
 * the sandbox, too.
 */
import { embedded } from '../embed-mode.js';
import { soon } from '../kit/in-turn.js';
import { type CellRead, readMessage } from './outputs/read.js';
import type { ModuleFile, ToSandbox } from './protocol.js';
import { mostWeight, weightOf } from './weight.js';

interface SandboxEvents {
  /** A cell as it stands. */
  turn(turn: CellRead): void;
  /** The sandbox is gone; `why` says it to the reader. */
  ended(why: string): void;
  /** Whether it has been silent for a while, as within a long loop. */
  silent(seconds: number): void;
}

/** Messages between two pulses; those of cells that go on are some hundreds. */
const mostMessages = 5000;
/** A pulse a second; after so many without an answer the sandbox is ended. */
export const mostSilent = 10;
const pulse = 1000;

/** Where the files of the library are; read when cells first ask for them. */
const files: Readonly<Record<ModuleFile, URL>> = {
  'core.wasm': new URL('../../../dist/core.wasm', import.meta.url),
  'analysis.wasm': new URL('../../../dist/analysis.wasm', import.meta.url),
  'train.wasm': new URL('../../../dist/train.wasm', import.meta.url),
};

export class Sandbox {
  readonly #events: SandboxEvents;
  readonly #frame = document.createElement('iframe');
  readonly #port: MessagePort;
  readonly #timer: ReturnType<typeof setInterval>;
  #sent = 0;
  #answered = 0;
  #over = false;
  /** Messages since the last pulse. */
  #count = 0;
  /** Outputs are drawn, and no others may come before they are. */
  #drawing = false;
  /** The cell that began last. */
  at = 0;

  /** @param script of the worker, as the build bundled it */
  constructor(script: string, events: SandboxEvents) {
    this.#events = events;
    const { port1, port2 } = new MessageChannel();
    const faults = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent) => this.#take(data);
    port1.onmessageerror = () => this.end('The sandbox sent what cannot be read, and was ended.');
    faults.port1.onmessage = ({ data }: MessageEvent) =>
      this.end(`The sandbox failed and was ended: ${String(data).slice(0, 200) || 'no reason was given'}`);
    const frame = this.#frame;
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.setAttribute('aria-hidden', 'true');
    frame.tabIndex = -1;
    frame.title = 'Sandbox of the cells';
    frame.className = 'sandbox';
    // of an opaque origin, which has no name to be addressed by
    frame.onload = () => frame.contentWindow?.postMessage(script, '*', [port2, faults.port2]);
    void this.#show();
    this.#timer = setInterval(() => this.#beat(), pulse);
  }

  /**
   * No service worker answers a frame with the attribute. Without a network it gives the file with a header that says
   * the same (offline/service-worker.ts), and the file does nothing unless its origin is opaque.
   */
  async #show(): Promise<void> {
    // another header says who may show it
    const place = new URL(embedded ? 'sandbox.html?embed=1' : 'sandbox.html', document.baseURI);
    // which answers to GET alone
    const reached = (): Promise<boolean> =>
      fetch(place, { method: 'HEAD', cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
    const alone = navigator.serviceWorker?.controller && !(await reached());
    if (this.#over) return;
    if (!alone) this.#frame.setAttribute('sandbox', 'allow-scripts');
    this.#frame.src = place.href;
    document.body.append(this.#frame);
  }

  post(message: ToSandbox): void {
    if (!this.#over) this.#port.postMessage(message);
  }

  end(why: string): void {
    if (this.#over) return;
    this.#over = true;
    clearInterval(this.#timer);
    this.#port.close();
    this.#frame.remove();
    this.#events.ended(why);
  }

  #beat(): void {
    this.#count = 0;
    const silent = this.#sent - this.#answered;
    if (silent > 1) this.#events.silent(silent);
    if (silent >= mostSilent) this.end(`A cell did not answer for ${mostSilent} seconds, and was stopped.`);
    else this.post({ type: 'ping', count: ++this.#sent });
  }

  #take(data: unknown): void {
    if (this.#over) return;
    const message = ++this.#count > mostMessages ? undefined : readMessage(data);
    const refused = message?.type === 'turns' && (this.#drawing || tooHeavy(message.turns));
    if (!message || refused) return this.end('The sandbox sent what is no output of a cell, and was ended.');
    this.#answered = this.#sent;
    if (message.type === 'at') this.at = message.id;
    if (message.type === 'ask') void this.#give(message.name);
    if (message.type !== 'turns') return;
    this.#drawing = true;
    for (const turn of message.turns) this.#events.turn(turn);
    // one more when these are drawn
    soon(() => {
      this.#drawing = false;
      this.post({ type: 'taken' });
    });
  }

  async #give(name: ModuleFile): Promise<void> {
    const bytes = await fetch(files[name])
      .then((response) => (response.ok ? response.arrayBuffer() : undefined))
      .catch(() => undefined);
    this.post({ type: 'file', name, bytes });
  }
}

/** Without the last one: cells/posts.ts stops behind the output that goes over. */
function tooHeavy(turns: readonly CellRead[]): boolean {
  const weights = turns.flatMap(({ outputs }) => outputs.map(([, output]) => (output ? weightOf(output) : 0)));
  const last = weights.findLastIndex((weight) => weight > 0);
  return weights.reduce((sum, weight, i) => (i === last ? sum : sum + weight), 0) > mostWeight;
}
