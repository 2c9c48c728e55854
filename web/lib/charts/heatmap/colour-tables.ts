/**
 * Colour maps as 33 equally spaced colours each, interpolated in between: within 3 of 255 of d3-scale-chromatic 3.1.1
 * (`tests/web/chart-colours.test.mjs`), whose licence is in NOTICE.md. viridis, cividis and magma have uniform
 * lightness steps. The two diverging maps avoid red against green. All are readable with colour blindness.
 */
import type { MapId } from './colour-maps.js';

export const colourTables: Readonly<Record<MapId, string>> = {
  rdbu: '0530610e417817518e2061a02a71ae367fb8448ec1569dc86bacd082bad898c7dfadd2e5bfdcebd0e4efdeebf2e9eff2f2efeef7ece5fae4d8fbd9c7faccb4f7bca0f3aa8cec977ae48268db6d59d1574bc6413fb82d35a81d2d9411277e082367001f',
  puor: '2d004b390c5e461a70522a815f3d8f6d529c7b67a88a7cb3998ebfa8a0cab5b0d4c2bfdccecde4d9d9eae3e4eeecebeff3eeeaf8eddefbe7cdfcdfb8fdd5a0fcc987fabb6ef5ad55ee9d3de48d29d97e1acc7010be630baf58089f4e078f44077f3b08',
  viridis:
    '440154470d6048186a482374472d7b4537814240863e49893b528b375b8d33638d2f6b8e2c728e297a8e26828e23898e21918c1f988b1fa08822a78528ae8032b67a3fbc734ec36b5ec96270cf5784d44b98d83eaddc30c2df23d8e219ece51bfde725',
  cividis:
    '00205100265d012b6508316911366c1c3c6e26426e31476e3c4d6e47536d51586e5a5e6e62646f6a6a707270717976737f7c758682768c8877938e789a9478a19b78a9a177b2a874bbaf71c5b66dcebd68d8c462e2cb5cebd355f3da4ffae249fdea45',
  magma:
    '0000040303120a0822130d341d114729115a36106b440f7651127c5d177f6a1c81762181832681902a819c2e7faa337db73779c43c75d0416fdc4869e75263ef5d5ef56b5cf9795dfc8961fd9869fea772feb67cfec488fed395fde2a3fcf0b2fcfdbf',
};

/** Diverging maps on dark paper: 17 colours, dark in the middle, uniformly lighter towards both ends. */
export const darkTables: Partial<Readonly<Record<MapId, string>>> = {
  rdbu: 'bae4ff94c9f96daded4591e03877ba315f902a4768213043181b203e292a6635328f413abb4b42e25c4ef08572fcac96ffd1bb',
  puor: 'ffd6a0efb67add9654ca7629a66126804f295b3e29392c26181b202e2d40463f636052877b66ae967cd1ae9ae1c7b9efe1d7fe',
};
