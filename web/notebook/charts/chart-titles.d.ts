/** Written by the build (web/vite.config.ts). */
declare module 'virtual:chart-titles' {
  const titles: readonly { readonly id: string; readonly title: string; readonly purpose: string }[];
  export default titles;
}
