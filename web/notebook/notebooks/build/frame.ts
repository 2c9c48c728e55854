/**
 * sandbox.html: its one script starts the worker of the cells. It works only with an opaque origin, whoever opens it.
 */
import { createHash } from 'node:crypto';

const script = `
  if (self.origin === 'null' && parent !== self)
    addEventListener('message', ({ source, data, ports: [cells, faults] }) => {
      if (source !== parent || !cells || !faults) return;
      const worker = new Worker(URL.createObjectURL(new Blob([data], { type: 'text/javascript' })));
      worker.onerror = ({ message }) => faults.postMessage(String(message));
      worker.postMessage('', [cells]);
    }, { once: true });
`;

/** @param policy policy of the frame, given the source of its script */
export function sandboxHtml(policy: (script: string) => string): string {
  const digest = createHash('sha256').update(script).digest('base64');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy(`'sha256-${digest}'`)}" />
    <title>The sandbox of the notebooks’ cells</title>
    <script>${script}</script>
  </head>
  <body></body>
</html>
`;
}
