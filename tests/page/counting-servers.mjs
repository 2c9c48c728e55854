/**
 * The page's own server, other servers, and everything that reaches them without the page's request: requests and
 * connections at another origin, requests with `secret` in them at the page's own, datagrams.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serve } from '../../web/tools/serve.mjs';

const folder = fileURLToPath(new URL('../../dist-page', import.meta.url));

export async function countingServers() {
  const arrived = [];
  const other = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('');
  });
  other.on('connection', () => arrived.push('a connection'));
  const udp = createSocket('udp4').on('message', () => arrived.push('a datagram'));
  await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
  await new Promise((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const own = await serve(folder, 0, {}, (url) => url.includes('secret') && arrived.push(`own server: ${url}`));
  return {
    arrived,
    page: own.url,
    to: `http://127.0.0.1:${other.address().port}`,
    udp: udp.address().port,
    close: async () => {
      await own.close();
      other.closeAllConnections();
      await Promise.all([new Promise((done) => other.close(done)), new Promise((done) => udp.close(done))]);
    },
  };
}
