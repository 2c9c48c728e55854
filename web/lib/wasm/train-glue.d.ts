/** The glue of train.wasm, written by the build beside this declaration. */
import type { TrainModule } from '../types/train-module.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<TrainModule>;
export default createInstance;
