/** Calls for the golden files of Fourier features. */
export const calls = {};
