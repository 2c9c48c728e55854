/** Written by the build (web/vite.config.ts). */
declare module 'virtual:chart-titles' {
  const titles: readonly {
    readonly id: string;
    readonly title: string;
    readonly purpose: string;
    /** Lines of the example. */
    readonly lines: number;
  }[];
  export default titles;
}
