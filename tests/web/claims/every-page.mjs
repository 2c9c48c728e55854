/** What several pages share: widgets, the frame, messages of the browser's own store. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, root } from '../support/posenc.mjs';

export const prose = [
  'web/notebook/widgets/',
  'web/notebook/offline/',
  'web/notebook/frame.ts',
  'web/notebook/main.ts',
  'web/notebook/matrix.ts',
  'web/notebook/page.ts',
  'web/notebook/say.ts',
  'web/notebook/embed-mode.ts',
];

const pe = await create();
export const close = () => pe.dispose();

const refusal = 'a refusal; its bound is put in where it is thrown';
const shown = 'its numbers are computed where it is shown';
const title = 'a title';
const program = 'no prose: a program, a style or a name';
const text = (path) => readFileSync(join(root, path), 'utf8');
const controls = text('web/notebook/widgets/table-controls.ts');
const because = (reason, ...sentences) => sentences.map((says) => ({ says, because: reason }));

export const claims = [
  ...because(
    title,
    'Frequency of each pair in the two files.',
    'largest difference of an angle, rad',
    'Ways to a longer context',
    'Largest error, rad',
  ),
  ...because(
    refusal,
    '… has … bytes; a config.json has at most ….',
    '… has … bytes; at most … are read.',
    '… × … numbers: the picture shows at most … a side.',
    'The picture shows at most … channels, and this table has ….',
    '… positions are … bytes; a file from this page has at most ….',
    'The file would be larger than the … bytes that this page puts together in memory.',
    'row … has … numbers, and row 0 has …',
    'the file has shape (…); one or two dimensions are taken',
  ),
  ...because(
    program,
    '{ "rope_theta": 500000, "head_dim": 128, "max_position_embeddings": 131072, … }',
    '… { display: none !important } html, body { min-height: 0 } main { padding-block: .25rem !important } .nb-bar { top: 0 !important }',
    '1em "STIX Two Math"',
    '-35% 0px -60% 0px',
    'is empty; it must be $1',
    '…; it must be $1$2',
  ),
  ...because(
    'an instruction',
    'this is no JSON: give a list of rows, such as [[1, 0.5], [0.5, 1]]',
    'Take fewer positions, or the command line: npx posenc table … --out …',
  ),
  ...because(shown, '…, fastest first:', '… more are not shown.', 'less than a second'),
  ...because(
    'what the page does',
    'The last picture stays.',
    'Nothing of these pages is kept in this browser any more.',
  ),
  {
    says: 'A table in the type of the model rounds cosine and sine once more: bf16 by up to {0.002}.',
    is: async () => {
      const spec = { encoding: 'rope', dim: 128 };
      const { data } = await pe.table(spec, 4096, { dtype: 'f64' });
      // float32 with eight bits of its significand kept
      const bits = new Uint32Array(1);
      const bf16 = (x) => {
        new Float32Array(bits.buffer)[0] = x;
        bits[0] = (bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000;
        return new Float32Array(bits.buffer)[0];
      };
      return [data.reduce((most, x) => Math.max(most, Math.abs(bf16(x) - x)), 0)];
    },
  },
  { says: 'The library and the command line write larger ones.', because: 'tests/web/streaming.test.mjs writes them' },
  {
    says: 'count must be a whole number from {1} to … for the picture, got …',
    is: () => [Number(/value >= (\d+) && value <= maxSide/.exec(controls)[1])],
  },
  {
    says: 'head must be a whole number from {0} on, got …',
    is: () => [Number(/'head' && !\(Number.isInteger\(value\) && value >= (\d+)/.exec(controls)[1])],
  },
];
