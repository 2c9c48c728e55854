/** The glue of core.wasm, generated next to this declaration by the build. */
import type { CoreModule } from '../types/core.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<CoreModule>;
export default createInstance;
