/** The library as pages have it: what few of them ask for comes with the first call. */
export { create, type PosencOnDemand as Posenc } from '../lib/on-demand.js';
