/** The glue of core.wasm, written by the build beside this declaration. */
import type { CoreModule } from '../types/core.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<CoreModule>;
export default createInstance;
