/** The steps of a calculation in a text: the sides of = and ≈, if both are numbers. */

const tex = [
  [/\\[td]?frac\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g, '(($1)/($2))'],
  [/\^\{([^{}]*)\}/g, '^($1)'],
  [/\\text\{[^{}]*\}/g, ' ; '],
  [/\\approx/g, '≈'],
  [/\\cdot/g, '·'],
  [/\\pi\b/g, 'π'],
  [/\\[,;: !]|\{,\}|\*\*|\$/g, ' '],
  [/−/g, '-'],
];
const last = /(?:^|[\s:;,(])((?:(?:sin|cos|ln) )?(?:[(]+|-)?\d[\d.,()+\-*·×/^π ]*)$/;
const first = /^\s*(-?[\d(][\d.,()+\-*·×/^π ]*)/;

/** @param read parses a number as in answers to exercises; NaN if it is not one */
export function steps(text, read) {
  const plain = tex.reduce((now, [from, to]) => now.replace(from, to), text);
  const found = [];
  for (const line of plain.split(/\n|[;:](?=\s)/)) {
    const parts = line.split(/\s*([=≈])\s*/);
    for (let i = 1; i + 1 < parts.length; i += 2) {
      const [left, right] = [last.exec(parts[i - 1])?.[1], first.exec(parts[i + 1])?.[1]];
      const after = right === undefined ? '' : parts[i + 1].slice(first.exec(parts[i + 1])[0].length);
      if (!left || !right || /^[\p{L}\\_²³⁰-⁹]/u.test(after)) continue;
      const [a, b] = [left, right].map((side) => read(side.replace(/[,.\s]+$/, '').trim()));
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      const digits = /\.(\d+)[^\d]*$/.exec(right.replace(/[,.\s]+$/, ''))?.[1].length ?? 0;
      // a quotient or a product on the right is not rounded
      const half = /[*/^·×(]/.test(right) ? 1e-9 * Math.abs(a) : 0.5000001 * 10 ** -digits;
      found.push({ step: `${left.trim()} ${parts[i]} ${right.trim()}`, holds: Math.abs(a - b) <= half });
    }
  }
  return found;
}
