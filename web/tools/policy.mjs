/** The content security policy of the pages: everything from their own address, no code made from text. */
const everywhere = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];
/** A text becomes neither markup nor code: page.ts makes the one policy of trusted types, for workers' addresses. */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default'];

/** The page of notebooks shows the sandbox in a frame, and nothing else. */
const withSandbox = "frame-src 'self'";
const framing = (file) => (file === 'notebooks.html' ? [withSandbox] : []);

/** Written into each page by the build. @param file its name */
export const policy = (file) => [...everywhere, ...framing(file), ...trustedTypes].join('; ');

/**
 * Of the frame in which the cells of notebooks run, and of the workers that it makes: code of any text, and nothing
 * from anywhere. In the file stands its script by its digest; a header that knows it not says that it is inline.
 */
export const sandboxPolicy = (script = "'unsafe-inline'") =>
  [
    "default-src 'none'",
    `script-src ${script} 'unsafe-eval' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * Sent by serve.mjs. Only a header can say who may show a page in a frame: anyone, where the address asks for a part of
 * another page (`?embed=1`), and else nobody; and that the sandbox is one wherever it is opened. A page in a frame has
 * nothing that a stolen click could be used for: it keeps no trust, and runs nothing of a link but before the reader's eyes
 * (notebook/notebooks/plain-sight.ts).
 * @param file its name  @param search of its address
 */
export function servedPolicy(file, search = '') {
  const embed = new URLSearchParams(search).get('embed') === '1';
  return file === 'sandbox.html'
    ? `${sandboxPolicy()}; frame-ancestors ${embed ? '*' : "'self'"}; sandbox allow-scripts`
    : [...everywhere, ...framing(file), `frame-ancestors ${embed ? '*' : "'none'"}`].join('; ');
}
