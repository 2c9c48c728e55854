/** A 32-bit checksum of a table: FNV-1a over its 32-bit words, in order. */
export class CheckWord {
  #word = 0x811c9dc5;

  add(data: Float32Array | Float64Array): void {
    let word = this.#word;
    const bits = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
    for (let i = 0; i < bits.length; i++) word = Math.imul(word ^ bits[i]!, 0x01000193);
    this.#word = word;
  }

  get text(): string {
    return (this.#word >>> 0).toString(16).padStart(8, '0');
  }
}
