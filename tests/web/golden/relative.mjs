/** Calls for the golden files of relative encodings and biases. */
export const calls = {};
