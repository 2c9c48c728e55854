/** The place among the pairs whose wavelength completes `turns` turns in `length` positions: d ln(L/(2 pi turns)) / (2 ln b). */
export const pairAtTurns = (turns: number, length: number, base: number, width: number): number =>
  (width * Math.log(length / (turns * 2 * Math.PI))) / (2 * Math.log(base));
