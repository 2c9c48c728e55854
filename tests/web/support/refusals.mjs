/** Errors of synchronous calls, as strings. */
import assert from 'node:assert/strict';

/** "code field: message" of the error that a call throws. */
export function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, 'PosencError', error.stack);
    return `${error.code} ${error.field}: ${error.message}`;
  }
  return 'nothing is refused';
}
/** `expected`: "code field", "code field: message", or a pattern for the latter. */
export function refuses(call, expected) {
  const said = refusal(call);
  if (expected instanceof RegExp) assert.match(said, expected);
  else assert.equal(expected.includes(': ') ? said : said.split(': ')[0], expected);
}
export const plain = (x) =>
  JSON.parse(JSON.stringify(x, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)));
