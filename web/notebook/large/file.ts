/** The same table as a file, written during the computation; the user picks the place if the browser supports it. */
import { button } from '../kit/elements.js';
import { fill, html } from '../kit/html.js';
import { task } from '../kit/section.js';
import { byId } from '../page.js';
import type { FileType, Sink } from '../widgets/table-sink.js';
import { chosenSink, chunksOf, filled, fileTypes, largestInMemory, memorySink, pour } from '../widgets/table-sink.js';
import { rowsOf } from './compute.js';
import type { Context } from './context.js';
import { bytesText, durationText } from './units.js';

export function mount({ store: { state }, accepted, machines }: Context): void {
  const choose = chosenSink();
  const written = html`<p class="reading" role="status"></p>`;
  const isNone = (): boolean => accepted.value === undefined;
  const made = ([type, label]: [string, string]): HTMLElement =>
    button(label, () => void write(type as FileType), { disabled: isNone });
  fill(
    byId('written'),
    html`<p class="purpose">
      ${
        choose
          ? 'The table above goes to a file as it is computed, so it may be larger than memory. A file that is cancelled is not left behind.'
          : `This browser puts a file together in memory first, so it has at most ${bytesText(largestInMemory)}. The command line writes larger ones.`
      }
    </p>`,
    html`<div class="toolbar" role="group" aria-label="The table as a file">
      ${Object.entries(fileTypes).map(made)}
    </div>`,
    written,
  );
  const { run, refuse } = task({ at: written, doing: 'Writing the file' });

  async function write(type: FileType): Promise<void> {
    const now = accepted.peek();
    if (now === undefined) return;
    const { count, dtype, workers, device } = state.peek();
    const { positions, rows } = rowsOf(now, count);
    const name = `${now.spec.encoding}-${rows}x${now.shape.width}.${type}`;
    fill(written);
    let sink: Sink;
    try {
      sink = choose ? await choose(name) : memorySink(name, type);
    } catch (error) {
      if ((error as Error).name !== 'AbortError') refuse(error); // AbortError: the user closed the dialogue
      return;
    }
    const began = performance.now();
    run(
      (signal, onProgress) =>
        filled(sink, () =>
          machines.use(workers, device, (pe) => {
            const blocks = pe.tableBlocks(now.spec, positions, { dtype, signal, onProgress });
            return pour(chunksOf(type, { rows, dtype }, blocks, now.spec), sink, signal);
          }),
        ),
      (bytes) => {
        fill(written, `${name}: ${bytesText(bytes)} in ${durationText(performance.now() - began)}.`);
        byId('file').dataset['written'] = String(bytes);
      },
    );
  }
}
