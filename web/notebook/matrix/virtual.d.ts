/** Answers for published models, and the texts of their files by name; both from the build (web/vite.config.ts). */
declare module 'virtual:matrix-answers' {
  const rows: readonly (import('../../lib/advice/matrix.js').MatrixRow & { readonly name: string })[];
  export default rows;
}
declare module 'virtual:matrix-texts' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
