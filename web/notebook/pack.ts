/** A reader's config.json inside a link: deflated, base64url. Both directions are bounded, so no link is a bomb. */
const longestPacked = 8192;
const longestText = 262_144;

/** undefined when the text is too long to travel in a link. */
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
    return undefined; // no valid base64, deflate or UTF-8: the link is ignored
  }
}

/** White space costs link length; a text that is no JSON travels as it is. */
function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Reads a stream, giving up (undefined) as soon as it is longer than `limit`. */
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
