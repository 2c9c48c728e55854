/** Editor documentation of a name in its context; generated from the declarations by build/documentation.ts. */
export interface Described {
  readonly signature: string;
  readonly text: string;
  /** For a chart: fields of its data and options. */
  readonly data?: Readonly<Record<string, Described>>;
  readonly options?: Readonly<Record<string, Described>>;
}
type Named = Readonly<Record<string, Described>>;
export interface Library {
  /** Methods of an instance. */
  readonly methods: Named;
  readonly functions: Named;
  readonly charts: Named;
  /** Options of `exercise`. */
  readonly exercise: Named;
}

/** Keyed by the name at the start of each signature. */
const described = (texts: Readonly<Record<string, string>>): Named =>
  Object.fromEntries(
    Object.entries(texts).map(([signature, text]) => [/^(?:\w+\.)?(\w+)/.exec(signature)![1]!, { signature, text }]),
  );

/** Functions available in every cell. */
export const builtins = described({
  'display(value)': 'Shows a value, a chart or a table under the cell, and gives it back.',
  'view(input)': 'Shows an input, such as Inputs.range([0, 10]); the name that takes it is what the reader sets.',
  'check(claim, value, expected, tolerance = 0)':
    'A claim of the text with the number that bears it out. It is counted in the bar, and run by the test suite.',
  'exercise({ question, answer, choices, order, point, tolerance, units, code, names, hints, check, explain, key })':
    'A question that the reader answers. check gets the answer and gives true, or the reason why not.',
  'progress(share)': 'How far a long cell is, from 0 to 1.',
  'seeded(name, count = 1)':
    'Numbers from 0 to below 1 that follow from the name and the number that a student has set: 0 on the page.',
  'md`text`': 'Markdown, with values between ${ and }.',
  'tex`formula`': 'A formula in TeX.',
  'Table(rows)': 'An array of objects as a table.',
  'picture(bytes, { type, alt })': 'A PNG, JPEG, GIF or WebP by its bytes.',
  Inputs: 'Controls for the reader, such as Inputs.range.',
  Views: 'What the pages of this site show, such as Views.kernel, as the value of a cell.',
});
export const views = described({
  'Views.clocks(spec, { position, positions, pairs })':
    'A clock for each pair of channels, whose hand turns with the position.',
  'Views.kernel(spec, { count, start, step, head, normalised, offset, eigenvalue, pair })':
    'The linked charts of the page Kernels: matrix, profile, wavelengths, spectrum, eigenfunction.',
  'Views.compare(a, b, { count, start, step, tolerance })':
    'The comparison of the page Variants: A, B and A − B, and what maps one to the other.',
  'Views.figure(name, options)': 'A figure of the course, such as “lock”, which the reader drags.',
  'Views.labRun(experiment)':
    'A run of the page Lab, which the reader begins. view(Views.labRun(experiment)) gives how far it is, with its losses.',
});
export const inputs = described({
  'Inputs.range([min, max], { label, step, value })': 'A slider with a number box.',
  'Inputs.number([min, max], { label, step, value })': 'A number box.',
  'Inputs.select(choices, { label, value, format })': 'One of several values.',
  'Inputs.radio(choices, { label, value, format })': 'One of several values.',
  'Inputs.checkbox(choices, { label, value, format })': 'Some of several values, as a list.',
  'Inputs.play([min, max], { label, step, value, rate })':
    'Numbers that follow each other in time when the reader presses Play; rate is the steps a second.',
  'Inputs.color({ label, value })': 'A colour, as #rrggbb.',
  'Inputs.button(text)': 'How often it was pressed.',
  'Inputs.text({ label, value, placeholder })': 'A text.',
  'Inputs.toggle({ label, value })': 'true or false.',
  'Inputs.matrix(rows, { label })': 'A matrix of numbers, as rows.',
  'Inputs.predict([min, max], { label, step })':
    'A guess of a number, made before the answer is shown; undefined until the reader has made it.',
  'Inputs.predictOne(choices, { label, format })':
    'A guess of one of several values; undefined until the reader has made it.',
  'Inputs.predictCurve(xs, { label, x, min, max, step })':
    'A guess of a curve, drawn before the answer is shown: a value at each of xs; undefined until the reader has kept it.',
  'Inputs.file({ label, accept })': 'A file of the reader: { name, bytes }; undefined until one is chosen.',
});

/** The context of a name. */
export interface NameContext {
  readonly name: string;
  /** The object before its dot. */
  readonly of?: string | undefined;
  /** For a key in braces: the called function and the index of the argument. */
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
