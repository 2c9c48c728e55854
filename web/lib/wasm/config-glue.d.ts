/** The glue of config.wasm, generated next to this declaration by the build. */
import type { ConfigModule } from '../types/config-module.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<ConfigModule>;
export default createInstance;
