/** The library for pages: rarely used parts load with the first call. */
export { create, type PosencOnDemand as Posenc } from '../lib/on-demand.js';
