/** Validates a notebook against Jupyter's own schema, nbformat 4.5 (LICENSE is the schema's). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';

const { $schema, ...schema } = JSON.parse(readFileSync(new URL('nbformat.v4.5.schema.json', import.meta.url), 'utf8'));
assert.equal($schema, 'http://json-schema.org/draft-04/schema#'); // it uses nothing that later drafts read differently
const valid = new Ajv({ unknownFormats: 'ignore' }).compile(schema);

export function assertNotebook(notebook) {
  assert.ok(valid(notebook), JSON.stringify(valid.errors));
}
