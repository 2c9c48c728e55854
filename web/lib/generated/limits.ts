/**
 * Written by web/tools/gen.mjs from src/core/limits.hpp, src/train/run.hpp and src/train/token_positions.hpp. Do not edit.
 */
/** A float32 table of fewer rows at equal distances is computed row by row. */
export const fewestUniformRows = 48 as const;
/** Such a table costs least where it is made in pieces that begin at multiples of so many rows. */
export const rowsOfAnAnchor = 32 as const;
/** Queries and keys together whose vector of biases is kept for the rows to come. */
export const mostKeptBias = 2097152 as const;
/** Parts of a training step, whose gradients are made apart. */
export const partsOfStep = 4 as const;
/** Parameters of encodings that follow from a model and its task. */
export const fittedSizes = ['dim', 'heads', 'count', 'height', 'width', 'windowHeight', 'windowWidth', 'nodes'] as const;
