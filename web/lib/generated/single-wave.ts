/**
 * Written by web/tools/gen.mjs from src/core/single_wave.hpp and src/posenc.hpp. Do not edit.
 */
export const singleWave = { sine: [-0.16666650772094727, 0.008331979624927044, -0.00019495785818435252], cosine: [0.04166664555668831, -0.0013887368841096759, 0.000024438611944788136], turn: 3373259426, smallTurn: 1.462918119976564e-9, unit: 4.656612873077393e-10, leading: 0.00048828125, trailingBits: 20, noChannel: 4294967295 } as const;
