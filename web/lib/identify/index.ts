/** From numbers to what made them. */
export { givenNumbers, givenText } from './given.js';
export { type Expectation, identified } from './identify.js';
export { parsePastedNumbers } from './text.js';
