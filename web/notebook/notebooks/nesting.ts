/**
 * Whether a text has so many brackets in one another that a parser, which calls itself for each, could come to the end
 * of the stack: there an engine may end the page instead of throwing.
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
