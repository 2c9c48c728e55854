/** Written by the build (web/tools/formulas.mjs): the formulas of the registry. */
declare module 'virtual:formulas/*' {
  const table: import('./formulas.js').Formulas;
  export default table;
}
