/** What a call that answers at once refuses, as a text. */
import assert from 'node:assert/strict';

/** "code field: message" of what a call throws. */
export function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, 'PosencError', error.stack);
    return `${error.code} ${error.field}: ${error.message}`;
  }
  return 'nothing is refused';
}
/** "code field" alone. */
export const refused = (call) => refusal(call).split(': ')[0];
export const plain = (x) =>
  JSON.parse(JSON.stringify(x, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)));
