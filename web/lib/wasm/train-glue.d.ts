/** The glue of train.wasm, generated next to this declaration by the build. */
import type { TrainModule } from '../types/train-module.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<TrainModule>;
export default createInstance;
