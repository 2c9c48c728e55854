/** Modules that the build makes (build/plugin.ts). */
declare module 'virtual:notebooks' {
  import type { Built, Listed } from './prepare.js';
  type Load = () => Promise<{ default: Built }>;
  /** Translations by language, as `de`. */
  const notebooks: readonly (Listed & {
    readonly load: Load;
    readonly translations: Readonly<Record<string, Load>>;
  })[];
  export default notebooks;
}
/** Functions of posenc/charts with the ids of their charts. */
declare module 'virtual:chart-names' {
  const ids: Readonly<Record<string, string>>;
  export default ids;
}
declare module 'virtual:notebook-terms' {
  import type { Term } from './glossary.js';
  const terms: readonly Term[];
  export default terms;
}
declare module 'virtual:notebook-sections' {
  import type { Section } from './index/sections.js';
  const sections: readonly Section[];
  export default sections;
}
declare module 'virtual:library' {
  import type { Library } from './documentation.js';
  const library: Library;
  export default library;
}
declare module 'virtual:cells' {
  const script: string;
  export default script;
}
