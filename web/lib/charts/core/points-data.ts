/** Data of points: colours and names. */
import { type FieldsOf, maybe, text, texts } from '../../checks/schema.js';
import { numbers } from './kind-data.js';

export interface PointsData {
  /** Group of each point, as an index into `groups`. */
  readonly group?: ArrayLike<number> | undefined;
  readonly groups?: readonly string[] | undefined;
  /** Alternatively a value for each point, shown as a viridis colour. */
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
