/** The page Notebooks: its bar, its messages and its help, but not what the notebooks say (notebooks.mjs). */
export const prose = ['web/notebook/notebooks.html', 'web/notebook/notebooks/'];

const refusal = 'a refusal; its bound is put in where it is thrown';
const program = 'no prose: a program, a style or a name';
const signature = 'how a function is called';

const because = (reason, ...sentences) => sentences.map((says) => ({ says, because: reason }));

export const claims = [
  { says: 'Write a point, not a comma: 0.5.', because: 'an instruction' },
  ...because(
    refusal,
    'the arrays of a notebook have at most … bytes, and this one would go over them',
    '… is not …: … stays.',
    'an exercise has at most … hints',
    'an exercise has at most … choices',
    'a curve to point at has 2 to … values, and as many x in ascending order',
    'point.within is the largest distance from the answer that is right',
    'seeded(name, count) gives 1 to … numbers',
    'an exercise has 2 to … items to put in order, all of them different',
    'a curve is drawn between min and a larger max',
    'a curve is drawn at 2 to … places, which are numbers in ascending order',
    'a matrix to be set has 1 to … rows and columns, not … × …',
    'a picture has at most … bytes',
    'a notebook has at most … characters, and this file …',
    'a cell has at most … characters, and one of this file …',
    'a notebook has at most … cells',
    'the file has … bytes, more than a notebook may have',
  ),
  ...because(
    signature,
    'view takes one of Inputs, such as Inputs.range([0, 10]), or a run of Views.labRun',
    'Shows an input, such as Inputs.range([0, 10]); the name that takes it is what the reader sets.',
    'check(claim, value, expected, tolerance = 0)',
    'How far a long cell is, from 0 to 1.',
    'seeded(name, count = 1)',
    'Numbers from 0 to below 1 that follow from the name and the number that a student has set: 0 on the page.',
  ),
  ...because(
    program,
    "@font-face { font-family: 'STIX Two Math'; src: url(data:font/woff2;base64,…) format('woff2'); }",
    'STIX Two Math',
    '-15% 0px -75% 0px',
  ),
  ...because('a definition', 'A pair has two channels.'),
  ...because('what is left out of a long list is counted', '… … more'),
];
