/** The page Encodings, but not what the registry says of its rows. */
export const prose = ['web/notebook/encodings.html', 'web/notebook/encodings/'];

export const claims = [
  { says: 'Tick two to compare them.', because: 'an instruction; tests/page/encodings.spec.mjs follows it' },
  { says: '…: tick one more to compare it with.', because: 'an instruction; tests/page/encodings.spec.mjs follows it' },
  {
    says: 'Two are compared at a time: … took the place of ….',
    because: 'what a third tick does; tests/page/variants.spec.mjs follows it',
  },
  { says: ', each coordinate from −1 to 1', because: 'a caption, of places that are computed beside it' },
  { says: 'from 0 to 1', because: 'a caption, of places that are computed beside it' },
  {
    says: 'an encoding with a bias has at least one head',
    because: 'said where there is none; tests/web/every-param.test.mjs asks for heads from 1 on',
  },
];
