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

/** Written into each page by the build. */
export const policy = [...everywhere, ...trustedTypes].join('; ');
/** Sent by serve.mjs: that no other page may show this one in a frame, only a header can say. */
export const servedPolicy = [...everywhere, "frame-ancestors 'none'"].join('; ');
