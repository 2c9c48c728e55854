/**
 * A static web server for the built page, for this machine only. It sends the content security
 * policy under which the page has to work.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { policy } from './policy.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The file for a request path, '' where there is none or it lies outside `folder`. */
function fileFor(folder, url) {
  try {
    const path = normalize(join(folder, decodeURIComponent(new URL(url, 'http://localhost').pathname)));
    if (path !== normalize(folder) && !path.startsWith(normalize(folder + sep))) return '';
    const file = statSync(path).isDirectory() ? join(path, 'index.html') : path;
    return statSync(file).isFile() ? file : '';
  } catch {
    return '';
  }
}

/**
 * Serves `folder` on localhost: on `port`, or where that is taken on one that is free.
 * Gives { url, close() }.
 * @param more headers of every answer
 */
export function serve(folder, port = 0, more = {}) {
  const server = createServer((request, response) => {
    const file = fileFor(folder, request.url ?? '/');
    const headers = {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      ...more,
    };
    const refuse = (status, text) => {
      response.writeHead(status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD');
    if (!file) return refuse(404, 'Not found');
    response.writeHead(200, {
      ...headers,
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Content-Length': statSync(file).size,
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
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
