/** The glue of analysis.wasm, generated next to this declaration by the build. */
import type { AnalysisModule } from '../types/analysis-module.js';
import type { CreateInstance } from './glue.js';

declare const createInstance: CreateInstance<AnalysisModule>;
export default createInstance;
