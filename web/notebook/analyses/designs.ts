/** All designs by the id of the analysis. */
import type { Design } from './design.js';
import { ofEncodings } from './designs-of-encodings.js';
import { ofNetworks } from './designs-of-networks.js';

export const designs: Readonly<Record<string, Design>> = { ...ofEncodings, ...ofNetworks };
