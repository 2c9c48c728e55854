/** Style of a notebook exported as a page. */
export const standaloneStyle = `
:root { color-scheme: light; }
body { margin: 0; font: 17px/1.65 system-ui, sans-serif; color: #1a1a1f; background: #fff; }
main, footer { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem; }
footer { border-top: 1px solid #ddd; font-size: 0.8em; color: #555; }
section { margin: 1.25rem 0; }
h1 { font-size: 2.2em; line-height: 1.15; }
math { font-family: 'STIX Two Math', 'Latin Modern Math', 'Cambria Math', math; }
.display { overflow-x: auto; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; background: #f4f4f2; border-radius: 4px; overflow-x: auto; font: 13px/1.55 ui-monospace, monospace; }
pre.nb-text { background: none; padding: 0; font: inherit; white-space: pre-wrap; }
summary { cursor: pointer; color: #555; font-size: 0.85em; }
figcaption { color: #555; font-size: 0.85em; }
figure { margin: 0.5rem 0; overflow-x: auto; }
figure svg, img { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 0.85em; }
th, td { padding: 0.2rem 1rem 0.2rem 0; border-bottom: 1px solid #ddd; text-align: start; }
.nb-check { display: flex; gap: 0.75rem; align-items: baseline; padding: 0.4rem 1rem; margin: 0.4rem 0; background: #f4f4f2; border-left: 3px solid #12795a; font-size: 0.9em; }
.nb-check.fails { border-color: #b3261e; }
.nb-check-claim { flex: 1; }
.nb-check-value { color: #555; font-size: 0.85em; }
.exercise { padding: 0.5rem 1rem; border: 1px solid #ccc; border-radius: 6px; }
.exercise h4 { margin: 0; }
.input b { margin-right: 1rem; }
.nb-value { font: 13px/1.55 ui-monospace, monospace; overflow-wrap: anywhere; }
@media print { main, footer { padding: 0; } details.source:not([open]) { display: none; } pre { white-space: pre-wrap; } figure, .nb-check { break-inside: avoid; } }
`;
