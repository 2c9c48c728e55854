/** Modules that the build makes (web/tools/row-texts.mjs). */
declare module 'virtual:row-texts' {
  import type { Texts } from '../../lib/types/documentation.js';
  const texts: Texts<'encodings' | 'scalings'>;
  export default texts;
}
declare module 'virtual:param-texts' {
  import type { Texts } from '../../lib/types/documentation.js';
  const texts: Texts<'encodings' | 'scalings'>;
  export default texts;
}
declare module 'virtual:citations' {
  const texts: Readonly<Record<'encodings' | 'scalings', Readonly<Record<string, string>>>>;
  export default texts;
}
declare module 'virtual:years' {
  const years: { readonly encodings: Readonly<Record<string, number>> };
  export default years;
}
declare module 'virtual:precision-param-texts' {
  import type { Texts } from '../../lib/types/documentation.js';
  const texts: Texts<'encodings'>;
  export default texts;
}
