"""Reads a rotation from what it does to the basis vectors of a head."""

import math

import numpy as np

MOVED = 1e-12  # smaller entries off the diagonal are rounding of exact zeros
LEFT = 1e-4  # a rotation in float32 differs less from its pairs and angles


def rotation(at_zero, at_one):
    """Returns the facts of a rotation from its matrices (output, input) at positions 0 and 1.

    Position 0 is divided out. Functions that permute channels before they turn them then need no rule of their own:
    pairs are pairs of input channels. Raises ValueError if the matrices do something else than turn pairs.
    """
    zero, one = (np.asarray(matrix, np.float64) for matrix in (at_zero, at_one))
    if not (np.isfinite(zero).all() and np.isfinite(one).all()):
        raise ValueError("a value is not finite")
    norms = np.linalg.norm(zero, axis=0)
    if norms.min() < 1e-6:
        raise ValueError("a channel vanishes at position 0")
    turn = np.linalg.solve(zero, one)
    width = turn.shape[0]
    pairs = pairs_of(turn)
    facts = {"width": width, "rotated": 2 * len(pairs), "layout": layout_of(pairs)}
    angles = [angle_of(turn, pair) for pair in pairs]
    if np.abs(turn - turned(width, pairs, angles)).max() > LEFT:
        raise ValueError("the matrix does more than turn pairs of channels")
    if not pairs:
        return facts
    offset = pairs[0][1] - pairs[0][0]
    direction = -1 if sum(angle < 0 for angle in angles) > len(angles) / 2 else 1
    moved = [channel for pair in pairs for channel in pair]
    amplitudes = norms[moved]
    facts["frequencies"] = placed(pairs, offset, [direction * angle for angle in angles])
    if direction < 0:
        facts["direction"] = -1
    if abs(amplitudes.mean() - 1) > 1e-7:
        facts["amplitude"] = float(amplitudes.mean())
    if pairs[0][0] > 0:
        facts["first"] = pairs[0][0]
    if float(amplitudes.max() - amplitudes.min()) > 1e-5:
        facts["amplitudes"] = [float(norms[pair[0]]) for pair in pairs]
    return facts


def pairs_of(turn):
    """Pairs of channels (a < b) that turn into each other, in ascending order of a."""
    off = np.abs(turn - np.diag(np.diag(turn)))
    partner, strength = off.argmax(axis=0), off.max(axis=0)
    pairs = []
    for a in range(len(turn)):
        b = int(partner[a])
        if strength[a] <= MOVED or b < a:
            continue
        if int(partner[b]) != a:
            raise ValueError(f"channel {a} turns into {b}, but {b} turns into {int(partner[b])}")
        pairs.append((a, b))
    return pairs


def layout_of(pairs):
    """'interleaved' if pairs are neighbours, 'half' if their distance is constant, else 'mixed'."""
    distances = {b - a for a, b in pairs}
    if not distances:
        return None
    if distances == {1}:
        return "interleaved" if len(pairs) > 1 else "either"
    return "half" if len(distances) == 1 else "mixed"


def angle_of(turn, pair):
    a, b = pair
    return math.atan2(turn[b, a], turn[a, a])


def turned(width, pairs, angles):
    """The matrix that turns these pairs by these angles and leaves other channels alone."""
    matrix = np.eye(width)
    for (a, b), angle in zip(pairs, angles):
        matrix[[a, b], [a, b]] = math.cos(angle)
        matrix[b, a] = math.sin(angle)
        matrix[a, b] = -math.sin(angle)
    return matrix


def placed(pairs, offset, angles):
    """Angles by pair of the span that turns: 0 for pairs within the span that do not turn."""
    first = pairs[0][0]
    if any(b - a != offset for a, b in pairs):
        return angles
    index = (lambda a: (a - first) // 2) if offset == 1 else (lambda a: a - first)
    count = index(pairs[-1][0]) + 1 if offset == 1 else min(offset, max(offset - first, len(pairs)))
    values = [0.0] * max(count, index(pairs[-1][0]) + 1)
    for (a, _), angle in zip(pairs, angles):
        values[index(a)] = angle
    return values


def layers_text(layers):
    """[0, 1, 2, 5] → '0-2 5'."""
    parts, layers = [], sorted(layers)
    for layer in layers:
        if parts and parts[-1][1] == layer - 1:
            parts[-1][1] = layer
        else:
            parts.append([layer, layer])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
