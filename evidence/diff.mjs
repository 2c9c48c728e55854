/** What changed between two releases of an engine: cases by the change, in words. */
import { isText } from './stored.mjs';

const worst = (a, b) =>
  a.reduce(
    (most, value, pair) => {
      const error = Math.abs(value - b[pair]) / Math.max(Math.abs(value), 1e-12);
      return error > most.error ? { error, pair } : most;
    },
    { error: 0, pair: 0 },
  );

/** Executed frequencies have the error of float32 sines and cosines. */
const noise = 1e-5;
const differs = (name, a, b) => (a === b ? [] : [`${name} ${a ?? 'none'} → ${b ?? 'none'}`]);

function rotationChanges(a, b) {
  const found = [
    ...differs('rotated channels', a.rotated, b.rotated),
    ...differs('layout', a.layout, b.layout),
    ...differs('direction', a.direction ?? 1, b.direction ?? 1),
  ];
  if (Math.abs((a.amplitude ?? 1) - (b.amplitude ?? 1)) > 2e-6)
    found.push(`amplitude ${a.amplitude ?? 1} → ${b.amplitude ?? 1}`);
  if (a.frequencies && a.frequencies.length === b.frequencies?.length) {
    const { error, pair } = worst(a.frequencies, b.frequencies);
    if (error > noise) found.push(`frequency of pair ${pair} ${a.frequencies[pair]} → ${b.frequencies[pair]}`);
  }
  return found;
}

/** Text stacks have another name in another class, such as that of transformers which a release runs in place of its own. */
const byLayer = ({ rotations }) =>
  new Map(
    rotations.flatMap((one) =>
      (one.layers ?? ['all']).map((layer) => [`${isText(one) ? '' : one.stack} ${layer} ${one.role ?? ''}`, one]),
    ),
  );
const shortened = (message) => (message.length > 160 ? `${message.slice(0, 160)}…` : message);

/** Changes of one case; [] if both releases do the same, undefined if one of them settles nothing. */
export function caseChanges(a, b) {
  if (!a || !b || a.unsettled !== undefined || b.unsettled !== undefined) return undefined;
  if (a.error !== undefined || b.error !== undefined) {
    if (a.error === undefined) return [`raises ${shortened(b.error)}`];
    if (b.error === undefined) return [`runs; raised ${shortened(a.error)}`];
    return [];
  }
  const [before, after] = [byLayer(a), byLayer(b)];
  const layers = [...new Set([...before.keys(), ...after.keys()])];
  const found = layers.flatMap((layer) => {
    const [one, two] = [before.get(layer), after.get(layer)];
    if (one && two) return rotationChanges(one, two);
    return [one ? 'some layers no longer rotate' : 'more layers rotate'];
  });
  return [...new Set(found), ...differs('served length', a.served, b.served)];
}

/** A changelog of positions as text. */
export function changes(before, after) {
  const groups = new Map();
  const count = { same: 0, unsettled: 0 };
  for (const [id, answer] of after.answers) {
    const found = caseChanges(before.answers.get(id), answer);
    if (!found) count.unsettled += 1;
    else if (found.length === 0) count.same += 1;
    else groups.set(found.join('; '), [...(groups.get(found.join('; ')) ?? []), id]);
  }
  const listed = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const differ = listed.reduce((sum, [, ids]) => sum + ids.length, 0);
  return [
    `${after.engine} ${before.release} → ${after.release}: ${differ} cases differ, ${count.same} are the same, ` +
      `${count.unsettled} are not settled by one of them`,
    ...listed.map(
      ([what, ids]) =>
        `  ${what}\n    ${ids.slice(0, 4).join(', ')}${ids.length > 4 ? ` and ${ids.length - 4} more` : ''}`,
    ),
  ].join('\n');
}
