/**
 * A progress bar on standard error; hidden unless that is a terminal.
 */
const width = 40;
/** Delay before the bar appears, so that short work shows none. */
const patienceMs = 300;

export interface Progress {
  show(fraction: number): void;
  clear(): void;
}

export function progressBar(stream: NodeJS.WriteStream = process.stderr): Progress {
  const start = performance.now();
  let shown = false;
  return {
    show(fraction) {
      const elapsed = performance.now() - start;
      if (!stream.isTTY || elapsed < patienceMs) return;
      const filled = Math.round(fraction * width);
      const left = fraction > 0 ? Math.ceil((elapsed * (1 - fraction)) / fraction / 1000) : 0;
      const percent = `${Math.floor(fraction * 100)}`.padStart(3);
      stream.write(`\r[${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${percent} %, ${left} s left \x1b[K`);
      shown = true;
    },
    clear() {
      if (shown) stream.write('\r\x1b[K');
      shown = false;
    },
  };
}
