/** Random draws that follow from a seed. */

/** splitmix32: a whole number below the one it is given. */
export function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % below;
  };
}

/** `count` members of a list, each at most once. */
export function sample(list, count, seed) {
  const next = random(seed);
  const left = [...list];
  const chosen = [];
  while (chosen.length < count && left.length > 0) chosen.push(left.splice(next(left.length), 1)[0]);
  return chosen;
}
