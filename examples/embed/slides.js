// Charts have their own keys while one is read: reveal.js leaves them alone.
const turns = () => document.activeElement?.localName !== 'posenc-chart';
await new globalThis.Reveal({ width: 960, height: 640, transition: 'none', keyboardCondition: turns }).initialize();
