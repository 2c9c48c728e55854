/** Colours of quantities that several charts draw: one has the same everywhere. */

/** Errors, or right answers, on parts of the data. */
export const trainColour = 2;
export const testColour = 0;
export const shiftedColour = 1;
/** Of splits as runs have them: what was trained on, the test, the shifted, and others. */
export const splitColour = (i: number): number => [trainColour, testColour, shiftedColour][i] ?? i;

/** What is to be learned, and a network that learns it. */
export const signalColour = 6;
export const networkColour = 0;
/** The same network at infinite width. */
export const limitColour = 4;
/** A wave that is marked in all charts. */
export const frequencyColour = 3;
