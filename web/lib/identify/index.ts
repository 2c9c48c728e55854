/** Identifies the encoding that produced given numbers. */
export { givenNumbers, givenText } from './given.js';
export { type Expectation, identified } from './identify.js';
export { parsePastedNumbers } from './text.js';
