/**
 * A static web server for the built pages on localhost. It sends the content security policy of the pages.
 */
import { closeSync, createReadStream, fstatSync, openSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, normalize, sep } from 'node:path';
import { servedPolicy } from './policy.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Accepts only local host names, to prevent DNS rebinding. */
const OWN_NAMES = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Opens the file for a request path and returns it with its size, or null if it does not exist or is outside `folder`.
 * The open file is sent even if another file takes its name meanwhile.
 */
function fileFor(folder, url) {
  try {
    const path = normalize(join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname)));
    if (path !== normalize(folder) && !path.startsWith(normalize(folder + sep))) return null;
    const file = statSync(path).isDirectory() ? join(path, 'index.html') : path;
    const descriptor = openSync(file, 'r');
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return { descriptor, size: stat.size, type: types[extname(file)] ?? 'application/octet-stream' };
    closeSync(descriptor);
  } catch {
    // the file does not exist
  }
  return null;
}

/**
 * Serves `folder` on localhost, on `port` or on a free port if that is in use.
 * Returns { url, close() }.
 * @param more additional headers of every response
 * @param seen receives the address of every request
 */
export function serve(folder, port = 0, more = {}, seen = () => {}) {
  const server = createServer((request, response) => {
    seen(request.url ?? '');
    const [path, search] = (request.url ?? '/').split(/[?#]/, 2);
    const headers = {
      'Content-Security-Policy': servedPolicy(basename(path), search),
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      ...more,
    };
    const refuse = (status, text) => {
      response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(text);
    };
    if (!OWN_NAMES.test(request.headers.host ?? '')) return refuse(421, 'This server answers to localhost only');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD');
    const file = fileFor(folder, request.url ?? '/');
    if (!file) return refuse(404, 'Not found');
    response.writeHead(200, { ...headers, 'Content-Type': file.type, 'Content-Length': file.size });
    if (request.method === 'HEAD') {
      closeSync(file.descriptor);
      return response.end();
    }
    // Sends no more than Content-Length if the file grows meanwhile.
    const content = createReadStream('', { fd: file.descriptor, end: Math.max(0, file.size - 1) });
    content.on('error', () => response.destroy()).pipe(response);
    response.on('close', () => content.destroy());
  });
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE' && port !== 0) server.listen((port = 0), '127.0.0.1');
      else reject(error);
    });
    server.on('listening', () =>
      resolve({
        url: `http://localhost:${server.address().port}/`,
        close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
      }),
    );
    server.listen(port, '127.0.0.1');
  });
}
