/** The content security policy of the pages: same origin only, and no code from strings. */
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
/** Strings become neither markup nor code. page.ts creates the only Trusted Types policy, for the URLs of workers. */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default'];

/** Only the notebooks page has a frame: the sandbox. */
const withSandbox = "frame-src 'self'";
const framing = (file) => (file === 'notebooks.html' ? [withSandbox] : []);

/** The policy that the build writes into a page. @param file name of the page */
export const policy = (file) => [...everywhere, ...framing(file), ...trustedTypes].join('; ');

/**
 * The policy of the frame that runs notebook cells, and of its workers: code from strings, and no network. The file
 * names its script by digest; the header does not know the digest and allows inline scripts.
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
 * The policy that serve.mjs sends. Only a header can limit who frames a page, and sandbox the sandbox wherever it is
 * opened. Any site may frame a page with `?embed=1`, and none any other page. Clickjacking gains nothing from an
 * embedded page: it stores no trust, and runs code of a link only in view of the reader
 * (notebook/notebooks/plain-sight.ts).
 * @param file name of the page  @param search query of the address
 */
export function servedPolicy(file, search = '') {
  const embed = new URLSearchParams(search).get('embed') === '1';
  return file === 'sandbox.html'
    ? `${sandboxPolicy()}; frame-ancestors ${embed ? '*' : "'self'"}; sandbox allow-scripts`
    : [...everywhere, ...framing(file), `frame-ancestors ${embed ? '*' : "'none'"}`].join('; ');
}
