/**
 * Parses a number as people write it: 16,777,217 (but not 0,5), 1/3, 2π/0.01, 2^-24, sqrt(2), √2, sin(0.02), 1e-3, 5 %,
 * 4x. Its unit may follow. Nothing is evaluated as code.
 */
const constants: Readonly<Record<string, number>> = { pi: Math.PI, π: Math.PI, e: Math.E };
const functions: Readonly<Record<string, (x: number) => number>> = {
  ...{ sqrt: Math.sqrt, ln: Math.log, exp: Math.exp },
  ...{ sin: Math.sin, cos: Math.cos, tan: Math.tan },
};
const token = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|(\p{L}+)|(\*\*|[-+*/^()%]))/iuy;
type Token = number | string;

/** @param units words that may follow the number @returns NaN if it is not a number */
export function readNumber(text: string, units: readonly string[] = []): number {
  const plain = text
    .trim()
    .replace(/(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/g, (whole) => whole.replaceAll(',', ''))
    .replace(/[−–]/g, '-')
    .replace(/(?<=\d)\s*[x×]$/i, '') // a factor such as 4×
    .replace(/√/g, 'sqrt ')
    .replace(/[·×]/g, '*');
  const tokens = tokensOf(plain);
  if (tokens === undefined) return NaN;
  const unit = tokens.at(-1);
  if (typeof unit === 'string' && units.some((one) => one.toLowerCase() === unit)) tokens.pop();
  let at = 0;
  const value = sum();
  return at === tokens.length ? value : NaN;

  function sum(): number {
    let total = product();
    while (tokens![at] === '+' || tokens![at] === '-') total += tokens![at++] === '+' ? product() : -product();
    return total;
  }
  function product(): number {
    let total = power();
    let divided = false;
    for (;;) {
      const next = tokens![at];
      if (next === '*' || next === '/') {
        at++;
        divided = next === '/';
        total = next === '*' ? total * power() : total / power();
      } else if (
        typeof next === 'string' &&
        (next === '(' || Object.hasOwn(constants, next) || Object.hasOwn(functions, next))
      ) {
        if (divided) return NaN; // 1/2π is ambiguous
        total *= power(); // an implicit product such as 2π
      } else return total;
    }
  }
  function power(): number {
    if (tokens![at] === '-' || tokens![at] === '+') return tokens![at++] === '-' ? -power() : power();
    const base = percent();
    if (tokens![at] !== '^') return base;
    at++;
    return base ** power();
  }
  function percent(): number {
    let value = atom();
    for (; tokens![at] === '%'; at++) value /= 100;
    return value;
  }
  function atom(): number {
    const next = tokens![at++];
    if (typeof next === 'number') return next;
    if (next === '(') {
      const inner = sum();
      return tokens![at++] === ')' ? inner : NaN;
    }
    if (next !== undefined && Object.hasOwn(functions, next)) return functions[next]!(atom());
    return next !== undefined && Object.hasOwn(constants, next) ? constants[next]! : NaN;
  }
}

function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return undefined;
    const [, number, word, sign] = found;
    tokens.push(number !== undefined ? Number(number) : sign === '**' ? '^' : (word?.toLowerCase() ?? sign!));
  }
  return tokens;
}
