/** The same table as a file, written while it is computed: to a place of the reader's choice where the browser can. */
import { effect } from '@preact/signals-core';
import { csvChunks, npyChunks, safetensorsChunks } from 'posenc';
import { fill, h } from '../widgets/dom.js';
import { failureOf } from '../widgets/errors.js';
import { job } from '../widgets/job.js';
import { saveBlob } from '../widgets/save.js';
import { wanted } from './compute.js';
import type { Context } from './context.js';
import type { Machines } from './machines.js';
import { bytesText, durationText } from './units.js';

const TYPES = { npy: 'NPY', safetensors: 'safetensors', csv: 'CSV' } as const;
type FileType = keyof typeof TYPES;
/** Where a file has to be put together in memory first. */
const LARGEST_IN_MEMORY = 2 ** 31;

/** The part of the File System Access API that is used; Chromium has it, Firefox and Safari do not. */
interface FilePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{
    createWritable(): Promise<{
      write(chunk: Uint8Array): Promise<void>;
      close(): Promise<void>;
      abort(): Promise<void>;
    }>;
  }>;
}

export function mountFile(root: HTMLElement, ctx: Context, from: Machines): void {
  const { state, accepted } = ctx;
  const work = job('Writing the file');
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const written = h('p', { class: 'reading', role: 'status' });
  const pick = (window as FilePicker).showSaveFilePicker?.bind(window);
  root.append(
    h(
      'header',
      { class: 'cell-head' },
      h('h2', { id: 'file-title' }, 'Keep it'),
      h(
        'p',
        { class: 'purpose' },
        pick
          ? 'The table above goes to a file as it is computed, so it may be larger than memory. A file that is cancelled is not left behind.'
          : `This browser puts a file together in memory first, so it has at most ${bytesText(LARGEST_IN_MEMORY)}. The command line writes larger ones.`,
      ),
    ),
    h(
      'div',
      { class: 'toolbar', role: 'group', 'aria-label': 'The table as a file' },
      ...(Object.entries(TYPES) as [FileType, string][]).map(([type, label]) =>
        h('button', { type: 'button', class: 'quiet', on: { click: () => void write(type) } }, label),
      ),
    ),
    work.element,
    fault,
    written,
  );
  effect(() => {
    for (const button of root.querySelectorAll<HTMLButtonElement>('.toolbar > button'))
      button.disabled = accepted.value === null;
  });

  async function write(type: FileType): Promise<void> {
    const now = accepted.peek();
    if (now === null) return;
    const { count, dtype, workers, device } = state.peek();
    const { positions, rows } = wanted(now, count);
    const name = `${now.spec.encoding}-${rows}x${now.shape.width}.${type}`;
    fault.hidden = true;
    fill(written);
    let sink: Sink;
    try {
      const size = rows * now.shape.width * (dtype === 'f32' ? 4 : 8);
      sink = pick ? await streamed(pick, name) : inMemory(name, size);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') fail(error); // the reader closed the dialogue
      return;
    }
    const began = performance.now();
    work.run(
      async (signal, onProgress) => {
        try {
          const pe = await from.get(workers, device);
          const blocks = pe.tableBlocks(now.spec, positions, { dtype, signal, onProgress });
          const meta = { rows, dtype };
          const chunks =
            type === 'csv'
              ? csvChunks(meta, blocks)
              : type === 'npy'
                ? npyChunks(meta, blocks)
                : safetensorsChunks({ ...meta, metadata: { spec: JSON.stringify(now.spec) } }, blocks);
          let bytes = 0;
          for await (const chunk of chunks) {
            signal.throwIfAborted();
            await sink.write(chunk);
            bytes += chunk.byteLength;
          }
          await sink.close();
          return bytes;
        } catch (error) {
          await sink.abort();
          throw error;
        }
      },
      (bytes) => {
        fill(written, `${name}: ${bytesText(bytes)} in ${durationText(performance.now() - began)}.`);
        root.dataset['written'] = String(bytes);
      },
      fail,
    );
  }

  function fail(error: unknown): void {
    fault.hidden = false;
    fill(fault, failureOf(error).message);
  }
}

interface Sink {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

async function streamed(pick: NonNullable<FilePicker['showSaveFilePicker']>, name: string): Promise<Sink> {
  return (await pick({ suggestedName: name })).createWritable();
}

function inMemory(name: string, size: number): Sink {
  if (size > LARGEST_IN_MEMORY)
    throw new Error(
      `The table has ${bytesText(size)}, and this browser writes files of at most ${bytesText(LARGEST_IN_MEMORY)}. Take fewer positions, or the command line: npx posenc table … --out ${name}`,
    );
  let parts: BlobPart[] = [];
  return {
    write(chunk) {
      parts.push(chunk as Uint8Array<ArrayBuffer>);
      return Promise.resolve();
    },
    close() {
      saveBlob(new Blob(parts, { type: 'application/octet-stream' }), name);
      parts = [];
      return Promise.resolve();
    },
    abort() {
      parts = [];
      return Promise.resolve();
    },
  };
}
