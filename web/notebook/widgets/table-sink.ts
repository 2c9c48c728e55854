/** A table as a file, written while it is computed: where it goes, and how it is written. */
import { csvChunks, npyChunks, safetensorsChunks } from 'posenc';
import type { DType, EncodingSpec, TableBlock } from '../../lib/types/posenc.js';
import { isLongList } from '../key.js';
import { saveFile } from './save.js';

export const fileTypes = { npy: 'NPY', safetensors: 'safetensors', csv: 'CSV' } as const;
export type FileType = keyof typeof fileTypes;
const mime = { npy: 'application/octet-stream', safetensors: 'application/octet-stream', csv: 'text/csv' } as const;

/** Bytes of a file that is put together in the browser's memory before it is saved. */
export const largestInMemory = 2 ** 31;

export interface Sink {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Leaves no file behind. */
  abort(): Promise<void>;
}

export function chunksOf(
  type: FileType,
  meta: { readonly rows: number; readonly dtype: DType },
  blocks: AsyncIterable<TableBlock> | Iterable<TableBlock>,
  spec: EncodingSpec,
): AsyncIterable<Uint8Array> {
  if (type === 'csv') return csvChunks(meta, blocks);
  if (type === 'npy') return npyChunks(meta, blocks);
  return safetensorsChunks({ ...meta, metadata: { spec: shortSpec(spec) } }, blocks);
}

/** What `work` writes becomes a file; where it fails or is aborted, there is none. */
export async function filled<T>(sink: Sink, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await sink.close();
    return result;
  } catch (error) {
    await sink.abort().catch(() => undefined);
    throw error;
  }
}

/** Gives the number of bytes. */
export async function pour(chunks: AsyncIterable<Uint8Array>, sink: Sink, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    await sink.write(chunk);
    bytes += chunk.byteLength;
  }
  signal.throwIfAborted();
  return bytes;
}

/** A download, once it is whole. */
export function memorySink(name: string, type: FileType): Sink {
  let parts: BlobPart[] = [];
  let bytes = 0;
  return {
    async write(chunk) {
      bytes += chunk.byteLength;
      if (bytes > largestInMemory)
        throw new Error(
          `The file would be larger than the ${largestInMemory} bytes that this page puts together in memory. Take fewer positions, or the command line: npx posenc table … --out ${name}`,
        );
      parts.push(chunk as Uint8Array<ArrayBuffer>);
    },
    async close() {
      saveFile(new Blob(parts, { type: mime[type] }), name);
      parts = [];
    },
    async abort() {
      parts = [];
    },
  };
}

/** The part of the File System Access API that is used; Chromium has it, Firefox and Safari do not. */
interface FilePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<Sink> }>;
}

/** A place of the reader's choice, written as the chunks come; undefined where the browser cannot. */
export function chosenSink(): ((name: string) => Promise<Sink>) | undefined {
  const pick = (window as FilePicker).showSaveFilePicker?.bind(window);
  return pick ? async (name) => (await pick({ suggestedName: name })).createWritable() : undefined;
}

/** The file holds the numbers of a checkpoint's table itself; its metadata need not repeat them. */
function shortSpec(spec: EncodingSpec): string {
  return JSON.stringify(spec, (_, value: unknown) => (isLongList(value) ? undefined : value));
}
