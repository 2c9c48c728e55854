/**
 * True if brackets are nested so deeply that a recursive parser could overflow the stack; some engines then crash the
 * page instead of throwing.
 */
const deepest = 250;

export function tooDeep(code: string): boolean {
  let depth = 0;
  for (let i = 0; i < code.length; i++) {
    const sign = code[i]!;
    if (sign === '(' || sign === '[' || sign === '{') depth++;
    else if (depth > 0 && (sign === ')' || sign === ']' || sign === '}')) depth--;
    if (depth > deepest) return true;
  }
  return false;
}
