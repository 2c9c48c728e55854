/** Colours of quantities that occur in several charts. */

/** Errors, or right answers, on parts of the data. */
export const trainColour = 2;
export const testColour = 0;
export const shiftedColour = 1;
/** Colours of splits in the order of runs: training, test, shifted, others. */
export const splitColour = (i: number): number => [trainColour, testColour, shiftedColour][i] ?? i;

/** The target signal, and a network that learns it. */
export const signalColour = 6;
export const networkColour = 0;
/** The same network at infinite width. */
export const limitColour = 4;
/** A wave marked in all charts. */
export const frequencyColour = 3;
