/** The first answers and the rotation of their model, computed by the build (web/vite.config.ts). */
declare module 'virtual:home-start' {
  const start: {
    readonly answers: import('../../lib/advice/answer.js').Answers;
    readonly shown: import('./picture.js').Shown;
  };
  export default start;
}
