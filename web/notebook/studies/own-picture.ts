/** The reader's picture as grey values; it stays in the browser. */
import { PosencError } from '../../lib/checks/errors.js';
import { html } from '../kit/html.js';

/** @param side pixels per side to which the central square is scaled */
export function ownPicture(side: number) {
  const input = html`<input type="file" accept="image/*" onchange=${() => void preview()} />` as HTMLInputElement;
  const seen = html`<canvas class="own-picture" width=${side} height=${side} role="img" hidden></canvas>`;
  const said = html`<p class="means" role="status"></p>`;
  const element = html`<div class="own-picture-choice flow">
    <label>A picture of your own ${input}</label>
    ${seen} ${said}
  </div>`;

  /** Row-major, 0 to 1; undefined until a picture is chosen. */
  async function pixels(): Promise<readonly number[] | undefined> {
    const file = input.files?.[0];
    return file && greyOf(file, side);
  }

  async function preview(): Promise<void> {
    const canvas = seen as HTMLCanvasElement;
    try {
      const grey = await pixels();
      canvas.hidden = grey === undefined;
      said.textContent = '';
      if (!grey) return;
      const bytes = Uint8ClampedArray.from(grey.flatMap((x) => [255 * x, 255 * x, 255 * x, 255]));
      canvas.getContext('2d')!.putImageData(new ImageData(bytes, side, side), 0, 0);
      canvas.setAttribute('aria-label', `${input.files![0]!.name}, as the networks see it: ${side} × ${side} pixels`);
    } catch (error) {
      canvas.hidden = true;
      input.value = '';
      said.textContent = (error as Error).message;
    }
  }
  return { element, pixels };
}

/** Rec. 601 luma of the central square, scaled to side × side pixels by the browser; transparent counts as white. */
async function greyOf(file: File, side: number): Promise<number[]> {
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    const message = `${file.name} is no picture that this browser can read: choose a PNG, a JPEG or a WebP file`;
    throw new PosencError('bad_argument', 'picture', message, { cause });
  });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const square = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - square) / 2, (bitmap.height - square) / 2];
  context.drawImage(bitmap, left, top, square, square, 0, 0, side, side);
  bitmap.close();
  const { data } = context.getImageData(0, 0, side, side);
  return Array.from({ length: side * side }, (_, i) => {
    const [red, green, blue] = data.subarray(4 * i, 4 * i + 3);
    return (0.299 * red! + 0.587 * green! + 0.114 * blue!) / 255;
  });
}
