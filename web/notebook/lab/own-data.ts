/** Data of the reader's own in an experiment. They are read here and go nowhere; a link cannot hold them. */
import { type tasks } from 'posenc';

export type TaskInfo = (typeof tasks)[number];
type Param = TaskInfo['params'][number];
export type Numbers = readonly number[] | Float32Array | Float64Array;

export interface OwnData {
  /** Id of the task that takes them. */
  readonly task: string;
  /** Parameters of it. */
  readonly params: Readonly<Record<string, Numbers | number>>;
  /** The same as an experiment of `posenc train` names them. */
  readonly files: Readonly<Record<string, string | readonly string[]>>;
}

export { published } from '../../lib/studies/published.js';
/** Follows from the width of the samples. */
export const width = 'nodes';
const isList = ({ kind }: Param): boolean => kind === 'numbers';
export const takesData = ({ params }: TaskInfo): boolean => params.some((param) => param.required && isList(param));
/** What comes with the data, and what is typed. */
export const dataParams = (info: TaskInfo): readonly Param[] =>
  takesData(info) ? info.params.filter((param) => isList(param) || param.name === width) : [];
export const typedParams = (info: TaskInfo): readonly Param[] =>
  info.params.filter((param) => !isList(param) && !dataParams(info).includes(param));
