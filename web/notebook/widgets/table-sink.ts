/** Streams a table to a file: targets and formats. */
import { csvChunks, npyChunks, safetensorsChunks } from 'posenc';
import type { DType, EncodingSpec, TableBlock } from '../../lib/types/posenc.js';
import { isLongList } from '../key.js';
import { saveFile } from './save.js';

export const fileTypes = { npy: 'NPY', safetensors: 'safetensors', csv: 'CSV' } as const;
export type FileType = keyof typeof fileTypes;
const mime = { npy: 'application/octet-stream', safetensors: 'application/octet-stream', csv: 'text/csv' } as const;

/** Maximum bytes of a file that is assembled in memory before it is saved. */
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

/** Saves what `work` writes; discards the file if it fails or is aborted. */
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

/** Returns the number of bytes. */
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

/** Downloads the file once it is complete. */
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

/** Streams to a file of the user's choice; undefined if the browser does not support it. */
export function chosenSink(): ((name: string) => Promise<Sink>) | undefined {
  const pick = (window as FilePicker).showSaveFilePicker?.bind(window);
  return pick ? async (name) => (await pick({ suggestedName: name })).createWritable() : undefined;
}

/** Omits the numbers of a checkpoint's table, which the file contains. */
function shortSpec(spec: EncodingSpec): string {
  return JSON.stringify(spec, (_, value: unknown) => (isLongList(value) ? undefined : value));
}
