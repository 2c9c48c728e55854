/** A config.json in a link: deflated, base64url. Both directions are bounded, to prevent decompression bombs. */
const longestPacked = 8192;
const longestText = 262_144;

/** Returns undefined if the text is too long for a link. */
export async function packText(text: string): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(compactJson(text));
  if (bytes.length > longestText) return undefined;
  const packed = await collect(
    new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    longestPacked,
  );
  if (packed === undefined) return undefined;
  const base64 = btoa(String.fromCharCode(...packed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  return base64.length <= longestPacked ? base64 : undefined;
}

export async function unpackText(packed: string): Promise<string | undefined> {
  if (packed.length > longestPacked || !/^[-_0-9A-Za-z]+$/.test(packed)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const text = await collect(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
      longestText,
    );
    return text === undefined ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return undefined; // invalid base64, deflate or UTF-8: the link is ignored
  }
}

/** Removes white space; text that is not JSON is unchanged. */
function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Reads a stream; returns undefined as soon as it exceeds `limit`. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
