/**
 * The page's side of the sandbox: a frame with an opaque origin, its worker, and one port. A sandbox that stops
 * responding is ended. Messages are validated (outputs/read.ts); an invalid one also ends the sandbox.
 */
import { embedded } from '../embed-mode.js';
import { soon } from '../kit/in-turn.js';
import { type CellRead, readMessage } from './outputs/read.js';
import type { ModuleFile, ToSandbox } from './protocol.js';
import { mostWeight, weightOf } from './weight.js';

interface SandboxEvents {
  /** The state of a cell. */
  turn(turn: CellRead): void;
  /** The sandbox has ended; `why` is a message for the reader. */
  ended(why: string): void;
  /** The sandbox has been silent for some seconds, as in a long loop. */
  silent(seconds: number): void;
}

/** Maximum messages per pulse interval; long-running cells send some hundreds. */
const mostMessages = 5000;
/** The sandbox is pinged once a second, and ended after this many pings without a reply. */
export const mostSilent = 10;
const pulse = 1000;

/** Files of the library, loaded on first use by cells. */
const files: Readonly<Record<ModuleFile, URL>> = {
  'core.wasm': new URL('../../../dist/core.wasm', import.meta.url),
  'analysis.wasm': new URL('../../../dist/analysis.wasm', import.meta.url),
  'train.wasm': new URL('../../../dist/train.wasm', import.meta.url),
  'config.wasm': new URL('../../../dist/config.wasm', import.meta.url),
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
  /** Outputs are being drawn; no others may arrive before that is done. */
  #drawing = false;
  /** The last cell that was started. */
  at = 0;

  /** @param script the worker as bundled by the build */
  constructor(script: string, events: SandboxEvents) {
    this.#events = events;
    const { port1, port2 } = new MessageChannel();
    const faults = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent) => this.#take(data);
    port1.onmessageerror = () => this.end('The sandbox sent a message that cannot be read, so it was stopped.');
    faults.port1.onmessage = ({ data }: MessageEvent) =>
      this.end(`The sandbox failed and was stopped: ${String(data).slice(0, 200) || 'no reason was given'}`);
    const frame = this.#frame;
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.setAttribute('aria-hidden', 'true');
    frame.tabIndex = -1;
    frame.title = 'Sandbox of the cells';
    frame.className = 'sandbox';
    // an opaque origin cannot be addressed by name
    frame.onload = () => frame.contentWindow?.postMessage(script, '*', [port2, faults.port2]);
    void this.#show();
    this.#timer = setInterval(() => this.#beat(), pulse);
  }

  /**
   * Service workers do not serve frames with the sandbox attribute. Offline, the service worker serves the file with an
   * equivalent header (offline/service-worker.ts), and the file works only with an opaque origin.
   */
  async #show(): Promise<void> {
    // a separate header controls embedding
    const place = new URL(embedded ? 'sandbox.html?embed=1' : 'sandbox.html', document.baseURI);
    // the service worker handles only GET
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
    if (!message || refused)
      return this.end('The sandbox sent a message that is not an output of a cell, so it was stopped.');
    this.#answered = this.#sent;
    if (message.type === 'at') this.at = message.id;
    if (message.type === 'ask') void this.#give(message.name);
    if (message.type !== 'turns') return;
    this.#drawing = true;
    for (const turn of message.turns) this.#events.turn(turn);
    // allows the next message when these are drawn
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

/** Ignores the last output: cells/posts.ts stops after the one that exceeds the limit. */
function tooHeavy(turns: readonly CellRead[]): boolean {
  const weights = turns.flatMap(({ outputs }) => outputs.map(([, output]) => (output ? weightOf(output) : 0)));
  const last = weights.findLastIndex((weight) => weight > 0);
  return weights.reduce((sum, weight, i) => (i === last ? sum : sum + weight), 0) > mostWeight;
}
