/**
 * Encodes pixels as a PNG file without a document, for `chart.svg`. Data are not compressed (RFC 1951, 3.2.4, "stored"
 * blocks), because each cell of a matrix is only one pixel.
 */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, one byte each. */
  readonly rgba: Uint8Array;
}

export function pngBytes({ width, height, rgba }: Pixels): Uint8Array {
  // Each line starts with its filter type; 0 is none.
  const lines = new Uint8Array(height * (1 + 3 * width));
  for (let y = 0, to = 0; y < height; y++) {
    to++;
    for (let from = 4 * y * width; from < 4 * (y + 1) * width; from += 4, to += 3)
      lines.set(rgba.subarray(from, from + 3), to);
  }
  const eightBitsOfRgb = [8, 2, 0, 0, 0];
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', joined([bigEndian(width), bigEndian(height), Uint8Array.from(eightBitsOfRgb)])),
    chunk('IDAT', stored(lines)),
    chunk('IEND', new Uint8Array()),
  ]);
}

export function pngAddress(pixels: Pixels): string {
  let text = '';
  for (const byte of pngBytes(pixels)) text += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(text)}`;
}

const bigEndian = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

function chunk(type: string, content: Uint8Array): Uint8Array {
  const named = joined([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), content]);
  return joined([bigEndian(content.length), named, bigEndian(crc32(named))]);
}

const largestBlock = 0xffff;
/** A zlib stream (RFC 1950). */
function stored(content: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < content.length; at += largestBlock) {
    const block = content.subarray(at, at + largestBlock);
    const [low, high] = [block.length & 255, block.length >> 8];
    parts.push(Uint8Array.of(Number(at + largestBlock >= content.length), low, high, low ^ 255, high ^ 255), block);
  }
  return joined([...parts, bigEndian(adler32(content))]);
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
