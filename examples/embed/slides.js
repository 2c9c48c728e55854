// Turns off the keys of reveal.js while a chart has the focus, because charts have their own keys.
const turns = () => document.activeElement?.localName !== 'posenc-chart';
await new globalThis.Reveal({ width: 960, height: 640, transition: 'none', keyboardCondition: turns }).initialize();
