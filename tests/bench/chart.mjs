/**
 * The results as a picture: for each workload, how many times as long as the core each contender takes, on a
 * logarithmic axis. Readable on light and dark paper.
 */
import { ratio } from './figures.mjs';
import { title } from './workloads.mjs';

/** What is drawn, in the order of the key: lanes of one kind share a mark. */
const kinds = [
  { name: 'limit of this machine', colour: '#6f7782', lanes: ['fill', 'memory.copy', 'multiply-add'] },
  { name: 'numpy', colour: '#d9822b', lanes: ['numpy'] },
  { name: 'PyTorch', colour: '#c0392b', lanes: ['torch'] },
  { name: 'Eigen', colour: '#27915a', lanes: ['eigen'] },
  { name: 'JavaScript', colour: '#2e86c1', lanes: ['ml-matrix', 'jax-js', 'loops'] },
];
const size = { left: 350, right: 24, top: 62, row: 26, bottom: 34, width: 960 };
const escape = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

/** Peer seconds / core seconds; of several lanes the fastest. */
function times(lanes, ids) {
  const core = lanes.find(({ id }) => id === 'core');
  const found = lanes.filter(({ id }) => ids.includes(id)).map(({ cpu }) => ratio(cpu, core.cpu));
  return found.length ? Math.min(...found) : undefined;
}

/** The limit that bounds a workload: a copy where something is read, arithmetic where there is much. */
function limitOf({ workload, flops }) {
  if (flops) return ['multiply-add'];
  return workload.task === 'rotate' ? ['memory.copy'] : ['fill'];
}

export function chart({ workloads, machine, versions, rounds, date }) {
  const rows = workloads
    .filter(({ lanes }) => lanes.some(({ id }) => id === 'core'))
    .map((one) => ({
      name: title(one.workload),
      marks: kinds
        .map((kind, k) => ({ ...kind, at: times(one.lanes, k === 0 ? limitOf(one) : kind.lanes) }))
        .filter(({ at }) => at > 0),
    }))
    .filter(({ marks }) => marks.length > 0);
  const all = rows.flatMap(({ marks }) => marks.map(({ at }) => at));
  const low = Math.floor(Math.log10(Math.min(1, ...all)));
  const high = Math.ceil(Math.log10(Math.max(1, ...all)));
  const inner = size.width - size.left - size.right;
  const x = (value) => size.left + ((Math.log10(value) - low) / Math.max(1, high - low)) * inner;
  const y = (row) => size.top + (row + 0.5) * size.row;
  const height = size.top + rows.length * size.row + size.bottom;
  const end = size.top + rows.length * size.row;
  const ticks = Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k));
  const text = (at, down, anchor, content, more = '') =>
    `<text x="${at.toFixed(1)}" y="${down}" text-anchor="${anchor}"${more}>${escape(content)}</text>`;
  const lines = [
    ...ticks.map(
      (t) =>
        `<path class="${t === 1 ? 'one' : 'grid'}" d="M${x(t).toFixed(1)} ${size.top - 6}V${end}"/>` +
        text(x(t), end + 16, 'middle', t === 1 ? 'posenc' : `${t} ×`),
    ),
    ...rows.map(({ name, marks }, r) =>
      [
        text(size.left - 14, y(r) + 4, 'end', name.length > 50 ? `${name.slice(0, 49)}…` : name),
        ...marks.map(
          ({ name: kind, colour, at }) =>
            `<circle cx="${x(at).toFixed(1)}" cy="${y(r)}" r="5" fill="${colour}"><title>${escape(
              `${kind}: ${Number(at.toPrecision(3))} times as long`,
            )}</title></circle>`,
        ),
      ].join(''),
    ),
    ...kinds.map(
      ({ name, colour }, k) =>
        `<circle cx="${size.left - 142 + k * 150}" cy="36" r="5" fill="${colour}"/>` +
        text(size.left - 130 + k * 150, 40, 'start', name),
    ),
  ];
  const about = `${machine.cpu}, ${(versions.loops ?? '').replace(/ \(.*/, '')}, medians of ${rounds} rounds, ${date.slice(0, 10)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${height}" viewBox="0 0 ${size.width} ${height}" role="img" aria-label="CPU time of contenders as multiples of the time of posenc's core">
<style>
text { font: 12px system-ui, sans-serif; fill: #6f7782 }
.head { font-weight: 600; font-size: 14px }
.grid { stroke: #8a93a0; stroke-opacity: .3 }
.one { stroke: #8a93a0; stroke-width: 2 }
</style>
${text(8, 20, 'start', 'CPU time as a multiple of posenc’s core', ' class="head"')}
${text(size.width - size.right, 20, 'end', about)}
${lines.join('\n')}
</svg>
`;
}
