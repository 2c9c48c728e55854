/** The glue of analysis.wasm, written by the build beside this declaration. */
import type { AnalysisModule } from '../types/analysis-module.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<AnalysisModule>;
export default createInstance;
