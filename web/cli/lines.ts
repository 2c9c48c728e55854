/** Splits a stream into lines of bounded size. */

/** @param most maximum bytes of a line; a longer one is discarded and yields undefined */
export async function* linesOf(
  input: AsyncIterable<Uint8Array | string>,
  most: number,
): AsyncGenerator<string | undefined, void, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer): void => {
    size += part.length;
    if (size <= most) parts.push(part);
    else parts = [];
  };
  const line = (): string | undefined => {
    const text = size <= most ? Buffer.concat(parts).toString() : undefined;
    [parts, size] = [[], 0];
    return text;
  };
  for await (const given of input) {
    const chunk = Buffer.from(given as Uint8Array);
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    take(chunk.subarray(from));
  }
  if (size > 0) yield line();
}
