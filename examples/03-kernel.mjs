// The kernel that a table induces, k(Δ) = Σ_c table[m,c]·table[m-Δ,c]: closed form and Gram matrix.
import { create } from 'posenc';

const pe = await create();
const spec = { encoding: 'sinusoidal', dim: 64 };

// It is not monotone: it rises again at Δ = 6.
const profile = await pe.kernelProfile(spec, 9);
console.log([...profile].map((k) => (k / 32).toFixed(3)).join(' '));

// The Gram matrix of any positions. For evenly spaced positions every row contains the profile.
const { data, cols } = await pe.gram(spec, 9);
const row = data.slice(4 * cols, 5 * cols);
console.log(row.every((k, j) => k === profile[Math.abs(4 - j)]));

// RoFormer's decay curve is an upper bound on the score of rotary attention, not a kernel.
const bound = await pe.decayBound({ encoding: 'rope', dim: 128 }, [0, 20, 64, 128, 256, 1024]);
console.log([...bound].map((b) => b.toFixed(2)).join(' '));
pe.dispose();
