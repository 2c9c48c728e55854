/** Engine results for the initial configuration, computed by the build (web/vite.config.ts). */
declare module 'virtual:start-advice' {
  const advice: import('../../lib/types/advice.js').ExtensionAdvice & { readonly preset: string };
  export default advice;
}
