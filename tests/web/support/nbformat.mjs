/** What of Jupyter's schema nbformat 4.5 concerns notebooks without attachments, as JSON Schema. */
const multiline = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const mimebundle = { type: 'object', additionalProperties: multiline };
const cell = (cell_type, more = {}) => ({
  type: 'object',
  required: ['id', 'cell_type', 'metadata', 'source', ...Object.keys(more)],
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: '^[a-zA-Z0-9-_]+$', minLength: 1, maxLength: 64 },
    cell_type: { enum: [cell_type] },
    metadata: { type: 'object' },
    source: multiline,
    ...more,
  },
});
const display = {
  type: 'object',
  required: ['output_type', 'data', 'metadata'],
  additionalProperties: false,
  properties: { output_type: { enum: ['display_data'] }, data: mimebundle, metadata: { type: 'object' } },
};
const kernelspec = {
  type: 'object',
  required: ['name', 'display_name'],
  properties: { name: { type: 'string' }, display_name: { type: 'string' } },
};
const languageInfo = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };

export const nbformat = {
  type: 'object',
  required: ['metadata', 'nbformat_minor', 'nbformat', 'cells'],
  additionalProperties: false,
  properties: {
    metadata: {
      type: 'object',
      properties: { kernelspec, language_info: languageInfo, title: { type: 'string' } },
    },
    nbformat: { enum: [4] },
    nbformat_minor: { type: 'integer', minimum: 5 },
    cells: {
      type: 'array',
      items: {
        oneOf: [
          cell('markdown'),
          cell('code', {
            execution_count: { type: ['integer', 'null'], minimum: 0 },
            outputs: { type: 'array', items: display },
          }),
        ],
      },
    },
  },
};
