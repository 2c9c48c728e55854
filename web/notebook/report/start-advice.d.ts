/** What engines answer about the configuration that the page shows first, asked by the build (web/vite.config.ts). */
declare module 'virtual:start-advice' {
  const advice: import('../../lib/types/advice.js').ExtensionAdvice & { readonly preset: string };
  export default advice;
}
