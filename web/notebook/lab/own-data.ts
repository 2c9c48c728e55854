/** The reader's own data in an experiment. They stay in the browser; a link cannot contain them. */
import { type tasks } from 'posenc';

export type TaskInfo = (typeof tasks)[number];
type Param = TaskInfo['params'][number];
export type Numbers = readonly number[] | Float32Array | Float64Array;

export interface OwnData {
  /** Id of the task. */
  readonly task: string;
  /** Its parameters. */
  readonly params: Readonly<Record<string, Numbers | number>>;
  /** The same parameters as file names for `posenc train`. */
  readonly files: Readonly<Record<string, string | readonly string[]>>;
}

export { published } from '../../lib/studies/published.js';
/** Follows from the width of the samples. */
export const width = 'nodes';
const isList = ({ kind }: Param): boolean => kind === 'numbers';
export const takesData = ({ params }: TaskInfo): boolean => params.some((param) => param.required && isList(param));
/** Parameters from the data, and parameters that are typed. */
export const dataParams = (info: TaskInfo): readonly Param[] =>
  takesData(info) ? info.params.filter((param) => isList(param) || param.name === width) : [];
export const typedParams = (info: TaskInfo): readonly Param[] =>
  info.params.filter((param) => !isList(param) && !dataParams(info).includes(param));
