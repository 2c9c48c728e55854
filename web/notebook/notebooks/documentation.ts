/** What the editor says of a name, by where it stands; build/documentation.ts makes it of the library's declarations. */
export interface Described {
  readonly signature: string;
  readonly text: string;
  /** Of a chart: the fields of its data and of its options. */
  readonly data?: Readonly<Record<string, Described>>;
  readonly options?: Readonly<Record<string, Described>>;
}
type Named = Readonly<Record<string, Described>>;
export interface Library {
  /** Of an instance. */
  readonly methods: Named;
  readonly functions: Named;
  readonly charts: Named;
  /** Options of `exercise`. */
  readonly exercise: Named;
}

/** What every cell has. */
export const builtins: Named = {
  display: {
    signature: 'display(value)',
    text: 'Shows a value, a chart or a table under the cell, and gives it back.',
  },
  view: {
    signature: 'view(input)',
    text: 'Shows an input, such as Inputs.range([0, 10]); the name that takes it is what the reader sets.',
  },
  check: {
    signature: 'check(claim, value, expected, tolerance = 0)',
    text: 'A claim of the text with the number that bears it out. It is counted in the bar, and run by the test suite.',
  },
  exercise: {
    signature:
      'exercise({ question, answer, choices, order, point, tolerance, units, code, names, hints, check, explain, key })',
    text: 'A question that the reader answers. check gets the answer and gives true, or the reason why not.',
  },
  progress: { signature: 'progress(share)', text: 'How far a long cell is, from 0 to 1.' },
  seeded: {
    signature: 'seeded(name, count = 1)',
    text: 'Numbers from 0 to below 1 that follow from the name and the number that a student has set: 0 on the page.',
  },
  md: { signature: 'md`text`', text: 'Markdown, with values between ${ and }.' },
  tex: { signature: 'tex`formula`', text: 'A formula in TeX.' },
  Table: { signature: 'Table(rows)', text: 'An array of objects as a table.' },
  picture: { signature: 'picture(bytes, { type, alt })', text: 'A PNG, JPEG, GIF or WebP by its bytes.' },
  Inputs: { signature: 'Inputs', text: 'Controls for the reader, such as Inputs.range.' },
  Views: {
    signature: 'Views',
    text: 'What the pages of this site show, such as Views.kernel, as the value of a cell.',
  },
};
export const views: Named = {
  clocks: {
    signature: 'Views.clocks(spec, { position, positions, pairs })',
    text: 'A clock for each pair of channels, whose hand turns with the position.',
  },
  kernel: {
    signature: 'Views.kernel(spec, { count, start, step, head, normalised, offset, eigenvalue, pair })',
    text: 'The linked charts of the page Kernels: matrix, profile, wavelengths, spectrum, eigenfunction.',
  },
  compare: {
    signature: 'Views.compare(a, b, { count, start, step, tolerance })',
    text: 'The comparison of the page Variants: A, B and A − B, and what maps one to the other.',
  },
  labRun: {
    signature: 'Views.labRun(experiment)',
    text: 'A run of the page Lab, which the reader begins. view(Views.labRun(experiment)) gives how far it is, with its losses.',
  },
};
export const inputs: Named = {
  range: { signature: 'Inputs.range([min, max], { label, step, value })', text: 'A slider with a number box.' },
  number: { signature: 'Inputs.number([min, max], { label, step, value })', text: 'A number box.' },
  select: { signature: 'Inputs.select(choices, { label, value, format })', text: 'One of several values.' },
  radio: { signature: 'Inputs.radio(choices, { label, value, format })', text: 'One of several values.' },
  checkbox: {
    signature: 'Inputs.checkbox(choices, { label, value, format })',
    text: 'Some of several values, as a list.',
  },
  play: {
    signature: 'Inputs.play([min, max], { label, step, value, rate })',
    text: 'Numbers that follow each other in time when the reader presses Play; rate is the steps a second.',
  },
  color: { signature: 'Inputs.color({ label, value })', text: 'A colour, as #rrggbb.' },
  button: { signature: 'Inputs.button(text)', text: 'How often it was pressed.' },
  text: { signature: 'Inputs.text({ label, value, placeholder })', text: 'A text.' },
  toggle: { signature: 'Inputs.toggle({ label, value })', text: 'true or false.' },
  matrix: { signature: 'Inputs.matrix(rows, { label })', text: 'A matrix of numbers, as rows.' },
  predict: {
    signature: 'Inputs.predict([min, max], { label, step })',
    text: 'A guess of a number, made before the answer is shown; undefined until the reader has made it.',
  },
  predictOne: {
    signature: 'Inputs.predictOne(choices, { label, format })',
    text: 'A guess of one of several values; undefined until the reader has made it.',
  },
  predictCurve: {
    signature: 'Inputs.predictCurve(xs, { label, x, min, max, step })',
    text: 'A guess of a curve, drawn before the answer is shown: a value at each of xs; undefined until the reader has kept it.',
  },
  file: {
    signature: 'Inputs.file({ label, accept })',
    text: 'A file of the reader: { name, bytes }; undefined until one is chosen.',
  },
};

/** Where a name stands. */
export interface NameContext {
  readonly name: string;
  /** What stands before its dot. */
  readonly of?: string | undefined;
  /** Of a key in braces: the function that they are given to, and as which argument. */
  readonly call?: { readonly name: string; readonly argument: number } | undefined;
}

const own = (named: Named | undefined, name: string): Described | undefined =>
  named && Object.hasOwn(named, name) ? named[name] : undefined;

export function describe({ name, of, call }: NameContext, library: Library): Described | undefined {
  if (call) {
    if (call.name === 'exercise') return own(library.exercise, name);
    const chart = own(library.charts, call.name);
    return own(call.argument === 0 ? chart?.data : chart?.options, name);
  }
  if (of === 'Inputs') return own(inputs, name);
  if (of === 'Views') return own(views, name);
  if (of !== undefined) return own(library.methods, name);
  return own(builtins, name) ?? own(library.charts, name) ?? own(library.functions, name);
}
