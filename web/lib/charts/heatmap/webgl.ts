/** The table as an R32F texture, coloured through a 256-entry look-up texture in the shader. */
import { missingColour } from './colours.js';
import { type Painter, maxSamples } from './painter.js';

const vertex = `#version 300 es
void main() {
  // One triangle that covers the whole canvas.
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

const fragment = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
uniform sampler2D cells;
uniform sampler2D colours;
uniform vec2 size;      // cols, rows
uniform vec4 view;      // left, top, cells per pixel in x and y
uniform vec2 range;
uniform float height;   // canvas pixels
uniform vec3 missing;
out vec4 colour;
void main() {
  vec2 pixel = vec2(gl_FragCoord.x - 0.5, height - gl_FragCoord.y - 0.5);
  vec2 first = view.xy + pixel * view.zw;
  ivec2 samples = clamp(ivec2(ceil(view.zw)), ivec2(1), ivec2(${maxSamples}));
  vec2 stride = view.zw / vec2(samples);
  float sum = 0.0;
  float count = 0.0;
  float seen = 0.0;
  for (int j = 0; j < samples.y; j++) {
    for (int i = 0; i < samples.x; i++) {
      vec2 cell = floor(first + (vec2(i, j) + 0.5) * stride);
      if (cell.x < 0.0 || cell.y < 0.0 || cell.x >= size.x || cell.y >= size.y) continue;
      seen += 1.0;
      float value = texelFetch(cells, ivec2(cell), 0).r;
      if (abs(value) < 1e38) { sum += value; count += 1.0; }
    }
  }
  if (seen == 0.0) { colour = vec4(0.0); return; }
  if (count == 0.0) { colour = vec4(missing, 1.0); return; }
  float t = clamp((sum / count - range.x) / (range.y - range.x), 0.0, 1.0);
  colour = vec4(texelFetch(colours, ivec2(int(t * 255.0 + 0.5), 0), 0).rgb, 1.0);
}`;

/** Detected by name, because not every browser reports such a renderer as slow. */
function isSoftware(gl: WebGL2RenderingContext): boolean {
  const unmasked = gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL;
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(String(gl.getParameter(unmasked ?? gl.RENDERER)));
}

/**
 * Returns undefined without WebGL2 or a texture of this size; the caller then uses a 2-D canvas. @param software also
 * with software rendering, which blocks the page longer than a 2-D canvas
 */
export function webglPainter(maxRows: number, maxCols: number, software: boolean): Painter | undefined {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', {
    ...{ alpha: true, antialias: false, depth: false, premultipliedAlpha: true },
    failIfMajorPerformanceCaveat: !software,
  });
  if (gl === null || gl.getParameter(gl.MAX_TEXTURE_SIZE) < Math.max(maxRows, maxCols)) return undefined;
  if (!software && isSoftware(gl)) return undefined;

  let program: WebGLProgram | undefined;
  let table: { data: Float32Array; rows: number; cols: number } | undefined;
  let lut: Uint8Array | undefined;
  let locations: Record<'size' | 'view' | 'range' | 'height', WebGLUniformLocation | null>;
  if (!build()) return undefined;

  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    if (!build()) return;
    if (lut) painter.setColours(lut);
    if (table) painter.setTable(table.data, table.rows, table.cols);
  });

  const painter: Painter = {
    kind: 'webgl2',
    canvas,
    setTable(data, rows, cols) {
      table = { data, rows, cols };
      gl.activeTexture(gl.TEXTURE0);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, cols, rows, 0, gl.RED, gl.FLOAT, data);
    },
    setColours(bytes) {
      lut = bytes;
      gl.activeTexture(gl.TEXTURE1);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    },
    paint(window, range) {
      if (table === undefined || lut === undefined || gl.isContextLost()) return false;
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(locations.size, table.cols, table.rows);
      gl.uniform4f(locations.view, window.left, window.top, window.perPixelX, window.perPixelY);
      gl.uniform2f(locations.range, range.lo, range.hi);
      gl.uniform1f(locations.height, canvas.height);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      return true;
    },
  };
  return painter;

  /** Compiles the program and creates both textures; also after a lost context is restored. */
  function build(): boolean {
    if (gl === null) return false;
    program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type);
      if (shader === null || !program) return false;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    if (!program) return false;
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return false;
    gl.useProgram(program);
    const at = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program!, name);
    locations = { size: at('size'), view: at('view'), range: at('range'), height: at('height') };
    gl.uniform1i(at('cells'), 0);
    gl.uniform1i(at('colours'), 1);
    gl.uniform3f(at('missing'), missingColour[0] / 255, missingColour[1] / 255, missingColour[2] / 255);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    for (const unit of [gl.TEXTURE0, gl.TEXTURE1]) {
      gl.activeTexture(unit);
      gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
      // R32F cannot be filtered; the shader averages instead.
      for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
        gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
      for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
        gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    }
    return true;
  }
}
