/** The building blocks of pages: markup that follows signals, and a section that computes nothing twice. */
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { root } from '../../web/tools/setup.mjs';

const entry = join(root, 'web/notebook/kit/what-a-test-takes.ts'); // the file does not exist
const source = `
  export * from '${join(root, 'web/notebook/kit/html.ts')}';
  export { section } from '${join(root, 'web/notebook/kit/section.ts')}';
  export { linked, number, isWhole, oneOf, someOf } from '${join(root, 'web/notebook/kit/state.ts')}';
  export { signal } from '@preact/signals-core';`;
let code;
test.beforeAll(async () => {
  const plugin = {
    name: 'kit',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? source : undefined),
  };
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [plugin],
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'kit' } },
  });
  code = [made].flat()[0].output[0].code;
});
test.beforeEach(async ({ page }) => {
  await page.setContent('<main></main>');
  await page.addScriptTag({ content: code });
});

test('texts and attributes follow signals; what is given is never markup', async ({ page }) => {
  const seen = await page.evaluate(() => {
    const { html, signal, fill } = globalThis.kit;
    const name = signal('<b>one</b>');
    const on = signal(true);
    const box = html`<label class=${() => (on.value ? 'on' : 'off')}
      ><input type="checkbox" checked=${() => on.value} />${() => name.value}${() => on.value && html`<i>!</i>`}</label
    >`;
    fill(document.querySelector('main'), box, undefined, false, [1, 'two']);
    const look = () => [box.className, box.querySelector('input').checked, box.textContent, box.querySelector('b')];
    const first = look();
    box.querySelector('input').checked = true; // as a reader would
    name.value = 'two';
    on.value = false;
    return [first, look(), document.querySelector('main').textContent];
  });
  expect(seen).toEqual([['on', true, '<b>one</b>!', null], ['off', false, 'two', null], 'two1two']);
});

test('what is replaced follows no signal any more, however deep it was', async ({ page }) => {
  const counts = await page.evaluate(() => {
    const { html, signal, fill } = globalThis.kit;
    const outer = signal(0);
    const inner = signal(0);
    const asked = [];
    const row = (of) =>
      html`<li title=${() => asked.push(`${of} title`) && String(inner.value)}>
        ${() => html`<b>${() => asked.push(`${of} text`) && String(inner.value)}</b>`}
      </li>`;
    fill(
      document.querySelector('main'),
      html`<ul>
        ${() => [row(outer.value), row(outer.value)]}
      </ul>`,
    );
    const since = (change) => {
      asked.length = 0;
      change();
      return [...asked].sort().join();
    };
    return [
      since(() => inner.value++),
      since(() => outer.value++),
      since(() => inner.value++), // the first two rows are gone
      document.querySelectorAll('li').length,
    ];
  });
  const twice = (of) => [`${of} text`, `${of} text`, `${of} title`, `${of} title`].join();
  expect(counts).toEqual([twice(0), twice(1), twice(1), 2]);
});

test('a section computes once for the same inputs, the newest of several, and again after a fault', async ({
  page,
}) => {
  const made = await page.evaluate(async () => {
    const { section, signal } = globalThis.kit;
    const place = document.querySelector('main').appendChild(document.createElement('p'));
    const input = signal({ value: 1 });
    const computed = [];
    const drawn = [];
    let broken = false;
    const turn = () => new Promise((done) => setTimeout(done));
    section({
      at: place,
      doing: 'Computing',
      inputs: () => input.value,
      async compute({ value }, abort) {
        computed.push(value);
        await turn();
        abort.throwIfAborted();
        if (broken) throw new Error(`no ${value}`);
        return value * 10;
      },
      draw: (result) => drawn.push(result),
    });
    const settle = async () => {
      for (let i = 0; i < 5; i++) await turn();
    };
    const states = [];
    const fault = document.querySelector('.fault');
    const look = () =>
      states.push([computed.splice(0).join(), drawn.splice(0).join(), fault.hidden, fault.textContent]);
    await settle();
    look();
    input.value = { value: 1 }; // another object with an equal value
    await settle();
    look();
    input.value = { value: 2 };
    input.value = { value: 3 };
    await settle();
    look();
    broken = true;
    input.value = { value: 4 };
    await settle();
    look();
    broken = false;
    input.value = { value: 4 };
    await settle();
    look();
    input.value = undefined;
    await settle();
    look();
    return states;
  });
  expect(made).toEqual([
    ['1', '10', true, ''],
    ['', '', true, ''],
    ['2,3', '30', true, ''],
    ['4', '', false, 'no 4'],
    ['4', '40', true, ''],
    ['', '', true, ''],
  ]);
});

test('a state is its schema; a link says what differs, and nothing that does not fit', async ({ page }) => {
  const said = await page.evaluate(() => {
    const { linked, number, isWhole, oneOf, someOf } = globalThis.kit;
    const of = linked({
      count: number('n', 8, isWhole(1, 99)),
      colour: oneOf('c', 'red', ['red', 'blue']),
      drawn: someOf('d', ['a'], ['a', 'b', 'c']),
    });
    const named = linked({ task: { ...oneOf('t', 'one', ['one', 'two']), always: true } });
    const again = (link) => of.decode(link);
    return [
      of.encode(of.initial),
      named.encode(named.initial),
      again(of.encode({ count: 9, colour: 'blue', drawn: ['a', 'c'] })),
      again('#v=1&n=1e9&c=green&d=x,y&__proto__=1'),
      again('#v=1&d=c,zzz,a'),
      again('#v=2&n=9'),
      again(`#v=1&n=9&${'x'.repeat(20_000)}`),
    ];
  });
  const initial = { count: 8, colour: 'red', drawn: ['a'] };
  expect(said).toEqual([
    '#v=1',
    '#v=1&t=one',
    { count: 9, colour: 'blue', drawn: ['a', 'c'] },
    initial,
    { ...initial, drawn: ['c', 'a'] }, // in the order of the link, in which they were ticked
    undefined,
    undefined,
  ]);
});
