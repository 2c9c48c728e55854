/** The address may choose the painter of heat maps: `?gl=0` a 2-D canvas, `?gl=1` WebGL even without a graphics card. */
export function glChoice(): { readonly gl?: boolean } {
  const asked = new URLSearchParams(location.search).get('gl');
  return asked === '0' || asked === '1' ? { gl: asked === '1' } : {};
}
