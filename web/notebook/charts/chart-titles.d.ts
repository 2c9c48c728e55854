/** Written by the build (web/vite.config.ts). */
declare module 'virtual:chart-titles' {
  const titles: readonly {
    readonly id: string;
    readonly title: string;
    readonly purpose: string;
    /** Of its example. */
    readonly lines: number;
  }[];
  export default titles;
}
