/** Data of points: what colours and names them. */
import { type FieldsOf, maybe, text, texts } from '../../checks/schema.js';
import { numbers } from './kind-data.js';

export interface PointsData {
  /** The group of each point, a place in `groups`. */
  readonly group?: ArrayLike<number> | undefined;
  readonly groups?: readonly string[] | undefined;
  /** Or a number of each, as a colour of viridis. */
  readonly value?: ArrayLike<number> | undefined;
  readonly valueName?: string | undefined;
  readonly labels?: readonly string[] | undefined;
}

export const pointFields: FieldsOf<PointsData> = {
  group: maybe(numbers),
  groups: maybe(texts),
  value: maybe(numbers),
  valueName: maybe(text),
  labels: maybe(texts),
};
