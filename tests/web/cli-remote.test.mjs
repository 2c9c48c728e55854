/**
 * Remote models, from servers of this test only: the requests, the receivers of a token, and every way in which a reply
 * can be wrong. No request leaves the machine.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { endpointOf, fileUrl, hubAddress, isPrivate, listUrl } from '../../dist/cli/inputs/hub-address.js';
import { remoteText, withRemote } from '../../dist/cli/inputs/remote-file.js';
import { openGguf, readGguf } from '../../dist/lib/node.js';
import { gguf, llamaKeys } from './support/gguf.mjs';
import { cli, llama31 } from './support/posenc.mjs';
import { folder } from './support/own-folder.mjs';

const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server on this machine that records its requests. */
async function serverOf(answer) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, range: request.headers.range, token: request.headers.authorization });
    answer(request, response, asked.length - 1);
  });
  servers.push(server);
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { origin: `http://127.0.0.1:${server.address().port}`, asked };
}

/** Replies with a byte range, according to RFC 9110. */
function ranged(bytes, { size = bytes.length } = {}) {
  return (request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
    const end = Math.min(last + 1, size);
    response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${size}`, 'content-length': end - first });
    const part = Buffer.alloc(end - first);
    Buffer.from(bytes).copy(part, 0, first, Math.min(end, bytes.length));
    response.end(part);
  };
}

const header = (origin, reach = {}) => withRemote('it', new URL(`${origin}/model.gguf`), reach, openGguf);
const text = (origin, reach = {}, most = 2 ** 20) => remoteText('it', new URL(`${origin}/list`), reach, most);
const refusal = async (promise, code, words) => {
  const thrown = await promise.then(
    () => assert.fail('it was read'),
    (error) => error,
  );
  assert.deepEqual([thrown.name, thrown.code], ['PosencError', code], thrown.message);
  assert.match(thrown.message, words);
  assert.match(thrown.message, /^it: /);
};

/** Larger than the first request, so that a second range is read. */
const large = gguf(
  llamaKeys({ 'tokenizer.ggml.tokens': [['str'], Array.from({ length: 60_000 }, (_, i) => `${i}`.padStart(30))] }),
  { 'rope_freqs.weight': { shape: [2], data: [1, 8] } },
);

describe('a file that a server holds', () => {
  test('of 40 GB the header alone is fetched, by ranges', async () => {
    const { origin, asked } = await serverOf(ranged(large, { size: 40e9 }));
    const read = await header(origin);
    assert.deepEqual(read.factors, readGguf(large).factors);
    assert.deepEqual(read.metadata, readGguf(large).metadata);
    assert.ok(asked.length >= 3, `${asked.length} ranges`);
    const spans = asked.map(({ range }) => /^bytes=(\d+)-(\d+)$/.exec(range).slice(1).map(Number));
    for (const [begin, last] of spans)
      assert.ok(last - begin < 2 ** 20 + 100 && begin < large.length, `${begin}-${last}`);
  });

  test('a server may give less of a range than it was asked for', async () => {
    const { origin } = await serverOf((request, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
      const end = Math.min(last + 1, first + 300_001, large.length);
      response.writeHead(206, { 'content-range': `bytes ${first}-${end - 1}/${large.length}` });
      response.end(large.subarray(first, end));
    });
    assert.deepEqual((await header(origin)).factors, readGguf(large).factors);
  });

  test('a server that knows no ranges is read as far as is needed, and no further', async () => {
    let closed;
    const ended = new Promise((resolve) => (closed = resolve));
    const { origin } = await serverOf((_, response) => {
      response.on('close', closed);
      response.writeHead(200, { 'content-length': 40e9 });
      response.write(large);
      const more = () => response.destroyed || response.write(Buffer.alloc(2 ** 20)) === undefined;
      response.on('drain', more);
      more();
    });
    assert.deepEqual((await header(origin)).factors, readGguf(large).factors);
    await ended; // was not awaited to its end
    const plain = await serverOf((_, response) => response.end('{"siblings":[]}'));
    assert.equal(await text(plain.origin), '{"siblings":[]}');
  });

  test('a connection that ends early', async () => {
    for (const status of [206, 200]) {
      const { origin } = await serverOf((_, response) => {
        const size = large.length;
        response.writeHead(status, { 'content-length': 2 ** 20, 'content-range': `bytes 0-1048575/${size}` });
        response.write(large.subarray(0, 1000), () => response.destroy());
      });
      await refusal(header(origin), 'io', /the connection ended after (1000|0) /);
    }
    const chunked = await serverOf((_, response) => {
      response.writeHead(200);
      response.write('{"sib', () => response.destroy());
    });
    await refusal(text(chunked.origin), 'io', /the connection ended after/);
  });

  test('what is longer than is read', async () => {
    const { origin } = await serverOf(ranged(new Uint8Array(10), { size: 5000 }));
    await refusal(text(origin, {}, 4000), 'too_large', /it has 5000 bytes; at most 4000 are read/);
    const endless = await serverOf((_, response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write(Buffer.alloc(2 ** 16, 0x20)) === undefined;
      response.on('drain', more);
      more();
    });
    await refusal(text(endless.origin, {}, 100_000), 'too_large', /more than 100000 bytes/);
    const model = await serverOf(ranged(large));
    await refusal(header(model.origin, { most: 1_500_000 }), 'too_large', /more than 1500000 bytes/);
  });

  test('another file, another range, no file', async () => {
    const sizes = [large.length, large.length + 1];
    const changing = await serverOf((request, response, i) =>
      ranged(large, { size: sizes[Math.min(i, 1)] })(request, response),
    );
    await refusal(header(changing.origin), 'io', /changed the file during the download/);
    const elsewhere = await serverOf((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 5-9/100' });
      response.end('12345');
    });
    await refusal(header(elsewhere.origin), 'io', /gave the range 'bytes 5-9\/100' for byte 0/);
    for (const [status, words] of [
      [401, /answers 401: it is private, gated, or not there; HF_TOKEN must hold a token/],
      [403, /answers 403: it may not be read: accept the conditions/],
      [404, /answers 404: no such repository, revision or file \(it says: Entry not·found\)/],
      [416, /answers 416: the file is empty/],
      [429, /answers 429: too many requests/],
      [500, /answers 500: it was not given/],
    ]) {
      const { origin } = await serverOf((_, response) => {
        response.writeHead(status, status === 404 ? { 'x-error-message': 'Entry not\tfound' } : {});
        response.end('<html>');
      });
      await refusal(header(origin), 'io', words);
    }
  });

  test('a server that does not answer, or stops, is not waited for; nor one that is not there', async () => {
    const silent = await serverOf(() => undefined);
    await refusal(header(silent.origin, { patience: 30 }), 'io', /could not be reached: nothing came for 30 ms/);
    const stops = await serverOf((_, response) => {
      response.writeHead(206, { 'content-range': `bytes 0-1048575/${large.length}` });
      response.write(large.subarray(0, 1000));
    });
    await refusal(header(stops.origin, { patience: 300 }), 'io', /nothing came for 300 ms/);
    const gone = createServer();
    await new Promise((ready) => gone.listen(0, '127.0.0.1', ready));
    const { port } = gone.address();
    await new Promise((done) => gone.close(done));
    await refusal(header(`http://127.0.0.1:${port}`), 'io', /could not be reached: .*ECONNREFUSED/);
  });
});

/** The first and last address of each network of RFC 6890 and its kin, other spellings, and addresses of none. */
const privateHosts = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.1', '0x7f.1'],
  ...['2130706433', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.168.0.1', '198.18.0.1'],
  ...['224.0.0.1', '255.255.255.255', 'localhost.', 'x.localhost', 'printer.local', 'metadata.google.internal'],
  ...[
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[64:ff9b::a00:1]',
    '[fc00::1]',
    '[fdff::1]',
    '[fe80::1]',
  ],
];
const publicHosts = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
].concat(['192.0.1.1', '223.255.255.255', 'example.org', 'local.example.org', '[2606:4700::1]', '[::ffff:1.1.1.1]']);

test('addresses that are not public are known, however they are spelled', () => {
  for (const host of privateHosts) assert.ok(isPrivate(new URL(`https://${host}/`)), host);
  for (const host of publicHosts) assert.ok(!isPrivate(new URL(`https://${host}/`)), host);
});

/** A server that always sends another byte, or another part, must be cut off. */
describe('the time of all', () => {
  const endless = {
    'a byte, and another': (_, response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('a', () => setImmediate(more));
      more();
    },
    'an answer that never begins': () => undefined,
    'a header that never ends': (_, { socket }) => {
      const more = () => socket.destroyed || socket.write('x: y\r\n', () => setTimeout(more, 1));
      socket.write('HTTP/1.1 200 OK\r\n', more);
    },
    'parts of the least length, without an end': (request, response) => {
      const first = Number(/^bytes=(\d+)/.exec(request.headers.range)[1]);
      response.writeHead(206, { 'content-range': `bytes ${first}-${first + 65_535}/100000000` });
      setTimeout(() => response.end(first === 0 ? Buffer.from(large).subarray(0, 65_536) : Buffer.alloc(65_536)), 50);
    },
  };
  for (const [name, answer] of Object.entries(endless))
    test(name, async () => {
      const { origin } = await serverOf(answer);
      await refusal(header(origin, { deadline: 500 }), 'io', /it was not there after 500 ms|Header/);
    });

  test('a byte for each range', async () => {
    const { origin, asked } = await serverOf((request, response) => {
      const first = Number(/^bytes=(\d+)/.exec(request.headers.range)[1]);
      response.writeHead(206, { 'content-range': `bytes ${first}-${first}/${large.length}` });
      response.end(large.subarray(first, first + 1));
    });
    await refusal(header(origin), 'io', /gave 1 bytes of a range; at least 65536 are due/);
    assert.equal(asked.length, 1);
  });
});

/** Passwords and signatures, in every place that may contain an address. */
test('no message holds a password or a signature', async () => {
  const [user, password, signature] = ['USER', 'PASSWORD', 'SIGNATURE'];
  const isSilent = (message) => assert.doesNotMatch(message, /PASSWORD|SIGNATURE/);
  const spellings = [
    'https://@',
    'https:@',
    'https:\\\\@',
    'https:/@',
    'http://@',
    'HTTPS://@',
    'https:////@',
    'ftp://@',
  ];
  for (const spelling of spellings) {
    for (const rest of ['example.org/x', 'exa mple/x', 'h:99999/', '/@/']) {
      const address = `${spelling.replace('@', `${user}:${password}@`)}${rest}?X-Amz-Signature=${signature}`;
      assert.throws(
        () => endpointOf({ HF_ENDPOINT: address.split('?')[0] }),
        ({ message, code }) => isSilent(message) ?? code === 'bad_argument',
      );
      const thrown = await hubAddress(address).catch((error) => error);
      if (thrown) isSilent(`${thrown.message} ${thrown.field} ${thrown.given}`);
    }
  }
  for (const location of [
    `https://${user}:${password}@cdn.example/x?sig=${signature}`,
    `http://cdn.example/x?sig=${signature}#${signature}`,
    `//${user}:${password}@cdn.example/x`,
    `https://10.0.0.1/x?X-Amz-Signature=${signature}`,
  ]) {
    const ask = async () => new Response(undefined, { status: 302, headers: { location } });
    const url = new URL('https://huggingface.co/a');
    const thrown = await withRemote('it', url, { fetch: ask }, openGguf).catch((error) => error);
    assert.equal(thrown.code, 'io');
    isSilent(thrown.message);
  }
  const failing = async (url) => {
    throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${url}`);
  };
  const url = new URL(`https://${user}:${password}@example.org/?sig=${signature}`);
  isSilent((await withRemote('it', url, { fetch: failing }, openGguf).catch((error) => error)).message);
  const { given, url: whole } = await hubAddress(`https://example.org/config.json?sig=${signature}`);
  assert.deepEqual([given, whole.search], ['https://example.org/config.json?…', `?sig=${signature}`]);
});

describe('redirects and the token', () => {
  test('to another host without the token, within the host with it', async () => {
    const far = await serverOf(ranged(large));
    const near = await serverOf((request, response) => {
      if (request.url === '/model.gguf') response.writeHead(307, { location: '/renamed' });
      else response.writeHead(302, { location: `${far.origin}/signed` });
      response.end();
    });
    const { factors } = await header(near.origin, { token: 'secret', tokenOrigin: near.origin });
    assert.deepEqual(factors, readGguf(large).factors);
    assert.deepEqual(
      near.asked.map(({ url, token }) => [url, token]),
      [
        ['/model.gguf', 'Bearer secret'],
        ['/renamed', 'Bearer secret'],
      ],
    );
    assert.ok(far.asked.length >= 2);
    assert.deepEqual([...new Set(far.asked.map(({ url, token }) => `${url} ${token}`))], ['/signed undefined']);
  });

  test('one after another is followed five times', async () => {
    const { origin, asked } = await serverOf((_, response) => {
      response.writeHead(302, { location: '/again' });
      response.end();
    });
    await refusal(header(origin), 'io', /redirects more than 5 times/);
    assert.equal(asked.length, 6);
  });

  test('never from https to http, to another scheme, or to this machine from elsewhere', async () => {
    const seen = [];
    const answering =
      (location) =>
      async (url, { headers }) => {
        seen.push([String(url), headers.authorization]);
        return new Response(undefined, { status: 302, headers: { location } });
      };
    for (const location of [
      'http://huggingface.co/x',
      'file:///etc/passwd',
      'https://localhost/x',
      'https://127.0.0.1:1/',
      'data:,x',
      ...privateHosts.map((host) => `https://${host}/x`),
    ])
      await refusal(
        withRemote('it', new URL('https://huggingface.co/a'), { fetch: answering(location) }, openGguf),
        'io',
        /where it is not followed/,
      );
    const reach = { fetch: answering('https://cdn.example/x'), token: 'secret', tokenOrigin: 'https://huggingface.co' };
    seen.length = 0;
    await refusal(withRemote('it', new URL('https://huggingface.co/a'), reach, openGguf), 'io', /more than 5 times/);
    assert.deepEqual(seen.slice(0, 2), [
      ['https://huggingface.co/a', 'Bearer secret'],
      ['https://cdn.example/x', undefined],
    ]);
  });
});

describe('addresses', () => {
  const at = async (argument) => {
    const found = await hubAddress(argument);
    if (found === undefined) return undefined;
    return 'url' in found
      ? found.url.href
      : [found.repo, found.revision, ...(found.path ? [found.path] : [])].join(' ');
  };

  test('what is a model of the Hub, and what is a path', async () => {
    for (const [argument, meant] of [
      ['org/name', 'org/name main'],
      ['org/name@v1.0', 'org/name v1.0'],
      ['hf:gpt2', 'gpt2 main'],
      ['hf:org/name', 'org/name main'],
      ['hf://org/name@refs/pr/7', 'org/name refs/pr/7'],
      ['hf:org/name@refs%2Fpr%2F7/sub/a b.gguf', 'org/name refs/pr/7 sub/a b.gguf'],
      ['hf:org/name/model-Q4_K_M.gguf', 'org/name main model-Q4_K_M.gguf'],
      ['https://huggingface.co/org/name', 'org/name main'],
      ['https://huggingface.co/org/name/', 'org/name main'],
      ['https://huggingface.co/org/name/tree/dev', 'org/name dev'],
      ['https://huggingface.co/org/name/blob/main/sub/config.json', 'org/name main sub/config.json'],
      ['https://huggingface.co/org/name/resolve/main/a%20b.gguf?download=true', 'org/name main a b.gguf'],
      ['https://example.org/models/config.json', 'https://example.org/models/config.json'],
      ['http://127.0.0.1:8000/config.json', 'http://127.0.0.1:8000/config.json'],
      ['models/config.json', undefined],
      ['./org/name', undefined],
      ['/org/name', undefined],
      ['org/name/more', undefined],
      ['config', undefined],
      ['tests/nothing', undefined], // a folder of that name exists here
    ])
      assert.equal(await at(argument), meant, argument);
  });

  test('what is refused', async () => {
    for (const argument of [
      'hf:',
      'hf:a/b/../c',
      'hf:.hidden/name',
      'http://example.org/config.json',
      'https://',
      'https://me:secret@example.org/x',
    ])
      await assert.rejects(
        at(argument),
        (error) => error.code === 'bad_argument' && !error.message.includes('secret'),
        argument,
      );
    assert.throws(() => endpointOf({ HF_ENDPOINT: 'ftp://mirror' }), { code: 'bad_argument', field: 'HF_ENDPOINT' });
    assert.equal(endpointOf({ HF_ENDPOINT: 'https://mirror.example/hf/' }), 'https://mirror.example/hf');
  });

  test('each part of a name is escaped', () => {
    const address = { given: '', endpoint: 'https://mirror.example/hf', repo: 'a/b', revision: 'refs/pr/1' };
    assert.equal(
      fileUrl(address, 'x y/z?.json').href,
      'https://mirror.example/hf/a/b/resolve/refs%2Fpr%2F1/x%20y/z%3F.json',
    );
    assert.equal(listUrl(address).href, 'https://mirror.example/hf/api/models/a/b/revision/refs%2Fpr%2F1');
  });
});

describe('on the command line', () => {
  const commit = 'c0ffee'.padEnd(40, '0');
  const config = JSON.stringify(llama31);
  const keys = llamaKeys();
  const shard = (n) => `big-0000${n}-of-00002.gguf`;
  const split = { 'split.no': ['u16', 0], 'split.count': ['u16', 2] };
  const repos = {
    'org/plain': { 'config.json': config, 'README.md': '', 'original/params.json': '{}' },
    'org/one': { 'model.gguf': gguf(keys), 'mmproj-model.gguf': '' },
    'org/many': { 'a-Q4_K_M.gguf': gguf(keys), 'a-Q8_0.gguf': gguf(keys) },
    'org/parts': {
      [shard(1)]: gguf({ ...keys, ...split }),
      [shard(2)]: gguf(
        { ...split, 'split.no': ['u16', 1] },
        { 'rope_freqs.weight': { shape: [64], data: new Array(64).fill(2) } },
      ),
    },
    'org/none': { 'README.md': '' },
    'org/halves': { 'x\ud800/config.json': config, 'good/config.json': config },
  };
  let hub;
  before(async () => {
    hub = await serverOf((request, response) => {
      const url = decodeURIComponent(request.url);
      const [, listed] = /^\/api\/models\/([^/]+\/[^/]+)\/revision\/main$/.exec(url) ?? [];
      const [, repo, file] = new RegExp(`^/([^/]+/[^/]+)/resolve/(?:main|${commit})/(.+)$`).exec(url) ?? [];
      const bytes = listed
        ? repos[listed] &&
          JSON.stringify({ sha: commit, siblings: Object.keys(repos[listed]).map((rfilename) => ({ rfilename })) })
        : repos[repo]?.[file];
      if (bytes !== undefined) return ranged(Buffer.from(bytes))(request, response);
      response.writeHead(listed ? 401 : 404);
      response.end();
    });
  });

  async function posenc(args, env = {}) {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HF_ENDPOINT: hub.origin, HF_TOKEN: 'secret', ...env },
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (data) => (said.out += data));
    child.stderr.on('data', (data) => (said.err += data));
    const status = await new Promise((resolve) => child.on('close', resolve));
    return { ...said, status };
  }

  test('a repository is asked for its list and its config, at the commit that the list names; a mirror gets no token', async () => {
    const here = join(folder, 'config.json');
    writeFileSync(here, config);
    const [there, local] = await Promise.all(['org/plain', here].map((name) => posenc(['report', name, '--json'])));
    assert.deepEqual([there.status, there.err], [0, '']);
    assert.equal(there.out, local.out);
    assert.deepEqual(
      hub.asked.map(({ url, token }) => [url, token]),
      [
        ['/api/models/org/plain/revision/main', undefined],
        [`/org/plain/resolve/${commit}/config.json`, undefined],
      ],
    );
    const both = await posenc(['diff', here, 'hf:org/plain']);
    assert.match(both.out, /the positions are the same/);
    const sweep = await posenc(['check', 'org/plain', here, '--engine', 'transformers-5', '--format', 'json']);
    const [far, near] = sweep.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(far.file, 'hf:org/plain/config.json');
    assert.deepEqual(far.findings, near.findings);
    assert.match((await posenc(['extend', 'hf:org/plain@main', '--context', '64k'])).out, /vLLM/);
  });

  test('GGUF files of a repository: one is read, of several one is to be named, parts belong together', async () => {
    assert.match((await posenc(['report', 'hf:org/one'])).out, /^llama\n/);
    const { err, status } = await posenc(['report', 'hf:org/many']);
    assert.equal(status, 2);
    assert.match(
      err,
      /error io \(hf:org\/many\): hf:org\/many: it has 2 GGUF files; name one, such as hf:org\/many\/a-Q4_K_M\.gguf/,
    );
    assert.match((await posenc(['report', 'hf:org/many/a-Q8_0.gguf'])).out, /^llama\n/);
    const factors = (report) => JSON.parse(report.out).pairs.map((pair) => pair.unscaledFrequency / pair.frequency);
    for (const name of ['hf:org/parts', `hf:org/parts/${shard(2)}`]) {
      const read = await posenc(['report', name, '--json']);
      assert.equal(read.status, 0, read.err);
      for (const factor of factors(read)) assert.ok(Math.abs(factor - 2) < 1e-6);
    }
    assert.match((await posenc(['extend', 'hf:org/many', '--context', '1M'])).err, /it has 2 GGUF files; name one/);
  });

  test('what is not there, and what is not asked for', async () => {
    assert.match((await posenc(['report', 'hf:org/none'])).err, /it has no config\.json and no GGUF file/);
    const bare = await posenc(['report', 'org/nobody']);
    assert.equal(bare.status, 2);
    assert.match(bare.err, /answers 401: it is private, gated, or not there; .*no file or folder here has this name/);
    assert.match((await posenc(['report', 'hf:org/plain/other.json'])).err, /other\.json: \S+ answers 404/);
    const asked = hub.asked.length;
    assert.match((await posenc(['report', 'org/plain'], { HF_HUB_OFFLINE: '1' })).err, /HF_HUB_OFFLINE is set/);
    const torn = await posenc(['report', 'org/plain'], { HF_TOKEN: 'sec\nret' });
    assert.match(torn.err, /error bad_argument \(HF_TOKEN\)/);
    assert.doesNotMatch(torn.err, /sec|ret\b/);
    assert.equal(hub.asked.length, asked);
    assert.match((await posenc(['fix', 'org/plain', '--in-place'])).err, /no file of this machine has no place/);
  });

  test('half a character in a name that is listed refuses that model, and the other is told', async () => {
    const { out, err, status } = await posenc(['report', 'hf:org/halves', '--json']);
    assert.deepEqual([status, err], [2, '']);
    const said = out.trim().split('\n').map(JSON.parse);
    assert.deepEqual(said.map(({ error }) => error?.code).sort(), ['io', undefined]);
    const checked = await posenc(['check', 'hf:org/halves', '--format', 'sarif']);
    assert.equal(JSON.parse(checked.out).version, '2.1.0');
  });

  test('a file of that name here is that file', async () => {
    mkdirSync(join(folder, 'org'));
    writeFileSync(join(folder, 'org/plain'), config);
    const asked = hub.asked.length;
    assert.equal((await posenc(['report', 'org/plain'])).status, 0);
    assert.match((await posenc(['report', 'org/plian'])).err, /org\/plian could not be read: ENOENT/);
    assert.equal(hub.asked.length, asked);
    rmSync(join(folder, 'org'), { recursive: true });
  });
});
