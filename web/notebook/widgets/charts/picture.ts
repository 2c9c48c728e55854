/** Charts as files: a self-contained SVG text, or a canvas to make a PNG of. */

/** The properties that a chart's style sheet may set; they are written into the exported file. */
const properties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'visibility',
  'paint-order',
] as const;

/** A copy that looks the same outside the page: computed styles become attributes. */
export function standalone(source: SVGSVGElement): SVGSVGElement {
  const copy = source.cloneNode(true) as SVGSVGElement;
  const originals = [source, ...source.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll('*')];
  originals.forEach((original, i) => {
    const target = copies[i] as Element;
    const style = getComputedStyle(original);
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      if (value !== '') target.setAttribute(property, value);
    }
    for (const name of [
      'class',
      'tabindex',
      'role',
      'aria-valuemin',
      'aria-valuemax',
      'aria-valuenow',
      'aria-valuetext',
    ])
      target.removeAttribute(name);
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('role', 'img');
  return copy;
}

export function svgText(source: SVGSVGElement, background?: string): string {
  const copy = standalone(source);
  if (background !== undefined) {
    const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    for (const [name, value] of [
      ['width', '100%'],
      ['height', '100%'],
      ['fill', background],
    ] as const)
      sheet.setAttribute(name, value);
    copy.prepend(sheet);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Draws an SVG text on a canvas at `scale` pixels a unit. */
export async function paintSvg(text: string, width: number, height: number, scale = 2): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser gave no 2-D canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function pngBlob(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large for a PNG in this browser'))),
      'image/png',
    );
  });
}
