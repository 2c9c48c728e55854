/** Reads a font's data for formulas: OpenType's tables cmap (format 12) and MATH (MathVariants), as far as needed. */

/**
 * Sizes and parts of each character's glyph: `vertical` and `horizontal` sizes, and `parts` of its assemblies.
 * @param font TrueType or OpenType
 */
export function sizesOf(font) {
  const data = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = new Map();
  for (let i = 0; i < data.getUint16(4); i++) {
    const at = 12 + 16 * i;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((j) => data.getUint8(at + j)));
    tables.set(tag, data.getUint32(at + 8));
  }
  const constructions = constructionsOf(data, tables.get('MATH'));
  const none = { vertical: 0, horizontal: 0, parts: 0 };
  return new Map(
    [...charactersOf(data, tables.get('cmap'))].map(([code, glyph]) => [
      String.fromCodePoint(code),
      { ...none, ...constructions.get(glyph) },
    ]),
  );
}

function charactersOf(data, cmap) {
  for (let i = 0; i < data.getUint16(cmap + 2); i++) {
    const table = cmap + data.getUint32(cmap + 8 + 8 * i);
    if (data.getUint16(table) !== 12) continue;
    const groups = Array.from({ length: data.getUint32(table + 12) }, (_, k) => table + 16 + 12 * k);
    return groups.flatMap((at) => {
      const [first, last, glyph] = [0, 4, 8].map((more) => data.getUint32(at + more));
      return Array.from({ length: last - first + 1 }, (_, k) => [first + k, glyph + k]);
    });
  }
  throw new Error('the font has no cmap of format 12');
}

/** MathGlyphConstruction of both directions, by glyph. */
function constructionsOf(data, math) {
  const variants = math + data.getUint16(math + 8);
  const found = new Map();
  const counts = [data.getUint16(variants + 6), data.getUint16(variants + 8)];
  ['vertical', 'horizontal'].forEach((direction, which) => {
    const covered = coverageOf(data, variants + data.getUint16(variants + 2 + 2 * which));
    const first = variants + 10 + 2 * (which === 0 ? 0 : counts[0]);
    for (let i = 0; i < counts[which]; i++) {
      const at = variants + data.getUint16(first + 2 * i);
      const assembly = data.getUint16(at);
      const parts = assembly === 0 ? 0 : data.getUint16(at + assembly + 4);
      const before = found.get(covered[i]);
      found.set(covered[i], { ...before, [direction]: data.getUint16(at + 2), parts: (before?.parts ?? 0) + parts });
    }
  });
  return found;
}

function coverageOf(data, at) {
  const count = data.getUint16(at + 2);
  if (data.getUint16(at) === 1) return Array.from({ length: count }, (_, i) => data.getUint16(at + 4 + 2 * i));
  return Array.from({ length: count }, (_, i) => at + 4 + 6 * i).flatMap((range) => {
    const [first, last] = [data.getUint16(range), data.getUint16(range + 2)];
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
}
