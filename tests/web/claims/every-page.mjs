/** What several pages share: widgets, the frame, messages of the browser's own store. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/posenc.mjs';

export const prose = [
  'web/notebook/widgets/',
  'web/notebook/kit/',
  'web/notebook/offline/',
  'web/notebook/frame.ts',
  'web/notebook/widgets/matrix.ts',
  'web/notebook/page.ts',
  'web/notebook/say.ts',
  'web/notebook/embed-mode.ts',
];

const refusal = 'a refusal; its bound is put in where it is thrown';
const shown = 'its numbers are computed where it is shown';
const program = 'no prose: a program, a style or a name';
const because = (reason, ...sentences) => sentences.map((says) => ({ says, because: reason }));

export const claims = [
  {
    says: 'must be a whole number from {0} to …',
    is() {
      const controls = readFileSync(join(root, 'web/notebook/widgets/controls.ts'), 'utf8');
      return [Number(/fits: isWhole\((\d+), farthest/.exec(controls)[1])];
    },
  },
  ...because(
    refusal,
    '… has … bytes; at most … are read.',
    '… × … numbers: the picture shows at most … a side.',
    'The picture shows at most … channels, and this table has ….',
    'The file would be larger than the … bytes that this page puts together in memory.',
    'row … has … numbers, and row 0 has …',
    'the file has shape (…); one or two dimensions are taken',
  ),
  ...because(
    program,
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
  ...because(shown, 'less than a second'),
  ...because(
    'what the page does',
    'The last picture stays.',
    'Nothing of these pages is kept in this browser any more.',
  ),
];
