/** Modules that the build makes (build/plugin.ts). */
declare module 'virtual:notebooks' {
  import type { Listed, Prepared } from './prepare.js';
  const notebooks: readonly (Listed & { load(): Promise<{ default: Prepared }> })[];
  export default notebooks;
}
declare module 'virtual:cells' {
  const script: string;
  export default script;
}
