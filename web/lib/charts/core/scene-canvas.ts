/** Paints a scene on a 2-D canvas, for PNG files. It loads no image, so it works with any content security policy. */
import { type Scene, type SceneNode, type Style, fontFamily, fontSize, haloWidth } from './scene.js';
import { type Theme, colourIn } from './theme.js';

export function paintScene(scene: Scene, theme: Theme, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(scene.width * scale);
  canvas.height = Math.round(scene.height * scale);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser gave no 2-D canvas');
  pen.scale(scale, scale);
  pen.fillStyle = colourIn(theme, 'paper');
  pen.fillRect(0, 0, scene.width, scene.height);
  pen.lineJoin = 'round';
  for (const node of scene.nodes) draw(pen, node, theme, scale);
  return canvas;
}

function draw(pen: CanvasRenderingContext2D, node: SceneNode, theme: Theme, scale: number): void {
  switch (node.kind) {
    case 'rect': {
      const shape = new Path2D();
      if (node.r) shape.roundRect(node.x, node.y, node.width, node.height, node.r);
      else shape.rect(node.x, node.y, node.width, node.height);
      return ink(pen, shape, node, theme);
    }
    case 'path':
      return ink(pen, new Path2D(node.d), node, theme);
    case 'circle': {
      const shape = new Path2D();
      shape.arc(node.x, node.y, node.r, 0, 2 * Math.PI);
      return ink(pen, shape, node, theme);
    }
    case 'text':
      pen.font = `${node.bold ? '600 ' : ''}${node.size ?? fontSize}px ${fontFamily}`;
      pen.textAlign = node.anchor === 'middle' ? 'center' : (node.anchor ?? 'start');
      if (node.halo) {
        pen.strokeStyle = colourIn(theme, 'paper');
        pen.lineWidth = haloWidth;
        pen.strokeText(node.text, node.x, node.y);
      }
      pen.fillStyle = colourIn(theme, node.fill ?? 'muted');
      pen.fillText(node.text, node.x, node.y);
      return;
    case 'group':
      pen.save();
      if (node.clip) {
        pen.beginPath();
        pen.rect(node.clip.x, node.clip.y, node.clip.width, node.clip.height);
        pen.clip();
      }
      if (node.shift) pen.translate(...node.shift);
      for (const child of node.children) draw(pen, child, theme, scale);
      pen.restore();
      return;
    case 'raster': {
      const pixels = document.createElement('canvas');
      pixels.width = Math.round(node.width * scale);
      pixels.height = Math.round(node.height * scale);
      node.paint(pixels, theme);
      pen.imageSmoothingEnabled = false;
      pen.drawImage(pixels, node.x, node.y, node.width, node.height);
      return;
    }
    case 'gradient':
      node.stops.forEach((stop, i) => {
        pen.fillStyle = colourIn(theme, stop);
        pen.fillRect(
          node.x + (i * node.width) / node.stops.length,
          node.y,
          node.width / node.stops.length + 0.5,
          node.height,
        );
      });
  }
}

function ink(pen: CanvasRenderingContext2D, shape: Path2D, style: Style, theme: Theme): void {
  const { fill, fillOpacity = 1, stroke, lineWidth = 1, dash, opacity = 1 } = style;
  if (fill && fill !== 'none') {
    pen.globalAlpha = opacity * fillOpacity;
    pen.fillStyle = colourIn(theme, fill);
    pen.fill(shape);
  }
  if (stroke && stroke !== 'none') {
    pen.globalAlpha = opacity;
    pen.strokeStyle = colourIn(theme, stroke);
    pen.lineWidth = lineWidth;
    pen.lineCap = dash ? 'butt' : 'round';
    pen.setLineDash(dash ? dash.split(' ').map(Number) : []);
    pen.stroke(shape);
  }
  pen.globalAlpha = 1;
}
