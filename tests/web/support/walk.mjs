/**
 * Tests that every parameter has an effect. Each parameter of a registry row gets several legal values, with each value
 * of every other parameter. The results must differ, or the call must reject the parameter.
 */
import { createHash } from 'node:crypto';

/** One string for equal results: names, numbers to the bit, and sizes. */
export function digest(value) {
  const hash = createHash('sha1');
  const add = (x) => {
    if (ArrayBuffer.isView(x)) hash.update(new Uint8Array(x.buffer, x.byteOffset, x.byteLength));
    else if (typeof x === 'object' && x !== null) for (const [key, y] of Object.entries(x)) (hash.update(key), add(y));
    else hash.update(`${String(x)};`);
  };
  add(value);
  return hash.digest('hex');
}

const list = ({ min = -1, max = 1 }, length, turn) => {
  const [low, high] = [Math.max(min, -1), Math.min(max, Math.max(min, -1) + 2)];
  return Array.from({ length }, (_, i) => low + ((high - low) * (((i * 7 + 3 * turn) % 11) + 0.5)) / 11);
};

/** Candidate values; rules between parameters may reject some. Lists have `length` numbers. */
export function valuesOf(param, length = 4) {
  const { kind, choices, initial, min = -1e3, max = 1e3, minExclusive } = param;
  switch (kind) {
    case 'boolean':
      return [true, false];
    case 'choice':
      return choices;
    case 'numbers':
      return [list(param, length, 1), list(param, length, 2)];
    default: {
      const fits = (x) => x <= max && (minExclusive ? x > min : x >= min);
      const around = typeof initial === 'number' ? [initial / 2, initial * 2, initial + 1, initial] : [];
      const candidates = [...around, min + 2, min + 1, 4, 6, 2, 3, 1, 0.5, 0.25, 8, 16, 32, 100];
      const whole = kind === 'integer' ? candidates.map(Math.round) : candidates;
      return [...new Set(whole)].filter(fits).slice(0, 10);
    }
  }
}

/** @param probe a list of functions of a spec; each returns a result or rejects */
export class Walk {
  #outcomes = new Map();

  constructor(row, probe, lists = {}) {
    this.row = row;
    this.probe = probe;
    this.lists = lists;
  }

  #values(param, length) {
    return this.lists[param.name] ?? valuesOf(param, length);
  }

  /** The digest of stage i for a spec, or the error. */
  async outcome(spec, i) {
    const key = `${i}${JSON.stringify(spec)}`;
    if (!this.#outcomes.has(key))
      this.#outcomes.set(
        key,
        await this.probe[i](spec).then(digest, ({ code, field, message }) => ({ code, field, message })),
      );
    return this.#outcomes.get(key);
  }
  async #failure(spec) {
    for (let i = 0; i < this.probe.length; i++) {
      const outcome = await this.outcome(spec, i);
      if (typeof outcome === 'object' && outcome.code !== 'not_defined') return outcome;
    }
    return null;
  }

  /** The spec with `name` set, completed with lists of the right length and required parameters. */
  async completed(spec, name, value) {
    let made = { ...spec, [name]: value };
    for (let tries = 0; tries < 12; tries++) {
      const failure = await this.#failure(made);
      if (failure === null) return { spec: made };
      const param = this.row.params.find((p) => p.name === failure.field?.replace(/\[.*/, ''));
      if (!param || (param.name in spec && param.name !== name)) return { failure };
      if (failure.code === 'missing_param') {
        made = { ...made, [param.name]: this.#values(param, 8)[0] };
        continue;
      }
      const now = made[param.name];
      if (failure.code !== 'bad_shape' || !Array.isArray(now) || this.lists[param.name]) return { failure };
      const lengths = [...failure.message.matchAll(/\d+/g)].map(Number).filter((n) => n > 0 && n < 40000);
      const length = lengths.find((n) => n !== now.length && !this.tried?.has(`${param.name}${n}`)) ?? now.length + 1;
      (this.tried ??= new Set()).add(`${param.name}${length}`);
      const turn = param.name === name && value === this.second?.[name] ? 1 : 0;
      made = { ...made, [param.name]: valuesOf(param, length)[turn] };
    }
    return { failure: { message: 'nothing legal was found' } };
  }

  /** 'used', 'refused', 'determined' (one legal value), 'ignored', or 'illegal' with a reason. */
  async effect(spec, param) {
    const values = this.#values(param, 4);
    this.second = { [param.name]: values[1] };
    const legal = [];
    const failures = [];
    const seen = this.probe.map(() => new Set());
    for (const value of values) {
      this.tried = new Set();
      const { spec: made, failure } = await this.completed(spec, param.name, value);
      if (failure) failures.push(failure);
      else {
        legal.push(made);
        for (let i = 0; i < this.probe.length; i++) {
          const outcome = await this.outcome(made, i);
          if (typeof outcome === 'string') seen[i].add(outcome);
          if (seen[i].size > 1) return 'used';
        }
      }
    }
    if (legal.length > 1) return 'ignored';
    if (legal.length === 1) return 'determined';
    const refused = failures.every(({ field, message }) => field.endsWith(param.name) && /has no effect/.test(message));
    return refused ? 'refused' : `illegal: ${failures[0].message}`;
  }

  /** Specs in which each other value of each parameter is set, and one with every list given. */
  async contexts(base) {
    const found = [['', base]];
    const add = async (label, param, value) => {
      this.tried = new Set();
      const { spec } = await this.completed(base, param.name, value);
      if (spec) found.push([label, spec]);
    };
    for (const param of this.row.params) {
      if (param.name in base) continue;
      const { name, kind, initial } = param;
      if (kind === 'choice' || kind === 'boolean') {
        for (const value of valuesOf(param)) if (value !== initial) await add(`${name}: ${value}`, param, value);
      } else if (initial === undefined) await add(name, param, this.#values(param, 4)[0]);
    }
    let all = base;
    for (const param of this.row.params.filter((p) => p.kind === 'numbers')) {
      this.tried = new Set();
      const { spec } = await this.completed(all, param.name, this.#values(param, 4)[0]);
      if (spec) all = spec;
    }
    found.push(['all lists', all]);
    return found;
  }
}
