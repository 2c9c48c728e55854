/** Whether a notebook is one by Jupyter's own schema, nbformat 4.5 (LICENSE is that of the schema). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';

const { $schema, ...schema } = JSON.parse(readFileSync(new URL('nbformat.v4.5.schema.json', import.meta.url), 'utf8'));
assert.equal($schema, 'http://json-schema.org/draft-04/schema#'); // nothing in it that later drafts read otherwise
const valid = new Ajv({ unknownFormats: 'ignore' }).compile(schema);

export function assertNotebook(notebook) {
  assert.ok(valid(notebook), JSON.stringify(valid.errors));
}
