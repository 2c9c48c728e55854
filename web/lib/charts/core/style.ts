/**
 * One style sheet shared by the shadow roots of all charts. It affects nothing else in a page. A content security
 * policy does not block it, because it is a constructed sheet.
 */
import { fontFamily, fontSize } from './scene.js';
import { themeProperties } from './theme.js';

const css = `
:host{display:block;position:relative;${themeProperties}
  color:var(--posenc-ink);font:${fontSize}px/1.4 ${fontFamily};font-variant-numeric:tabular-nums;text-align:start;
  max-width:100%;min-width:0}
:host([hidden]){display:none}
:host([data-theme=light]){color-scheme:light}
:host([data-theme=dark]){color-scheme:dark}
*{box-sizing:border-box}
.stage{position:relative;border-radius:4px;outline-offset:3px;touch-action:pan-y;user-select:none;-webkit-user-select:none}
.stage:focus-visible,button:focus-visible,input:focus-visible,.values:focus-visible{
  outline:2px solid var(--posenc-accent);outline-offset:2px}
.stage.turns{cursor:grab}.stage.turns:active{cursor:grabbing}
.stage.zooms{cursor:crosshair}.stage.held{touch-action:none}
.stage>svg{overflow:visible}
svg,canvas{display:block;position:absolute;inset:0}
svg{pointer-events:none;font-family:inherit;font-size:${fontSize}px}
canvas{image-rendering:pixelated}
.brush{position:absolute;background:color-mix(in srgb,var(--posenc-accent) 18%,transparent);
  border:1px solid var(--posenc-accent);pointer-events:none}
.tip{position:absolute;left:0;top:0;z-index:5;pointer-events:none;max-width:min(20rem,90%);padding:5px 8px;border-radius:5px;
  background:var(--posenc-paper);border:1px solid var(--posenc-edge);box-shadow:0 2px 10px rgb(0 0 0/.14);
  white-space:nowrap;overflow:hidden}
.tip b{display:block;font-weight:600}
.tip span{display:flex;gap:1em;justify-content:space-between;align-items:baseline}
.tip i{font-style:normal;color:var(--posenc-muted);overflow:hidden;text-overflow:ellipsis}
.tip i::before{content:'';display:inline-block;width:8px;height:8px;border-radius:50%;margin-inline-end:6px;background:var(--dot,none)}
.tip i.plain::before{display:none}
.foot{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center;margin-block-start:4px}
.foot .end{margin-inline-start:auto;display:flex;flex-wrap:wrap;gap:2px}
.foot .end>div{display:flex;flex-wrap:wrap;gap:2px}
button{font:inherit;color:var(--posenc-muted);background:none;border:1px solid transparent;border-radius:4px;
  padding:3px 7px;min-height:26px;cursor:pointer}
button:hover{color:var(--posenc-ink);background:var(--posenc-surface)}
button.on{border-color:var(--posenc-edge);color:var(--posenc-ink)}
.player{display:flex;gap:8px;align-items:center;flex:1 1 14rem}
.player input{flex:1;min-width:5rem;accent-color:var(--posenc-accent);margin:0}
.player output{min-width:9ch;color:var(--posenc-ink)}
[aria-expanded]::before{content:'▸';display:inline-block;width:1.1em}
[aria-expanded=true]::before{content:'▾'}
.embed{border:1px solid var(--posenc-rule);border-radius:4px;margin-block-start:4px;padding:8px 10px;display:grid;gap:6px}
.embed[hidden]{display:none}
.embed p{margin:0;color:var(--posenc-muted)}
.embed p b{color:var(--posenc-ink);font-weight:600}
.embed code{font-family:ui-monospace,monospace;font-size:12px}
.embed textarea{font:12px/1.45 ui-monospace,monospace;width:100%;min-width:0;resize:vertical;color:var(--posenc-ink);
  background:var(--posenc-surface);border:1px solid var(--posenc-edge);border-radius:4px;padding:6px 8px;white-space:pre-wrap;
  overflow-wrap:anywhere}
.embed textarea:focus-visible{outline:2px solid var(--posenc-accent);outline-offset:1px}
.embed div{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center}
.embed button{border-color:var(--posenc-edge);color:var(--posenc-ink)}
.values{max-height:16rem;overflow:auto;border:1px solid var(--posenc-rule);border-radius:4px;margin-block-start:4px}
table{border-collapse:collapse;min-width:100%}
th,td{padding:2px 10px;text-align:end;white-space:nowrap;font-weight:400;border-block-end:1px solid var(--posenc-rule)}
thead th{position:sticky;top:0;background:var(--posenc-surface);font-weight:600}
caption{text-align:start;padding:4px 10px;color:var(--posenc-muted)}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none!important}
.scheme{position:absolute;color:light-dark(#000,#fff);transition:color 1ms}
@media print{:host{color-scheme:light;break-inside:avoid}.foot,.values,.tip{display:none}}
@media (forced-colors:active){svg,canvas{forced-color-adjust:none;background:var(--posenc-paper)}}
`;

let sheet: CSSStyleSheet | undefined;

export function chartStyle(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}
