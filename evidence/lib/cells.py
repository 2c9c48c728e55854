"""Rotations by several coordinates, read from the queries of an attention that were basis vectors."""

import itertools

import numpy as np
from rotation import angle_of, pairs_of, rotation

NEAR = 1e-4
MIDDLE = 0.01  # a place is read from the pair whose angle is nearest to this one
WORDS = 3  # tokens of a text


def turns(query):
    """(token, output, input) of each head; one, if all turn alike."""
    heads = query.permute(1, 2, 3, 0).double().numpy()
    return heads[:1] if np.abs(heads - heads[:1]).max() < NEAR else heads


class Cells:
    """The matrices of the cells among those of all tokens."""

    def __init__(self, matrices, cells, first):
        count = int(np.prod(cells))
        self.cells, self.own = cells, matrices[first : first + count]
        self.text = list(matrices[first + count :]) or list(matrices[:first])

    def line(self, axis, others=0):
        """The matrices along an axis."""
        _, rows, columns = self.cells
        for i in range(self.cells[axis]):
            t, y, x = (i if one == axis else min(others, size - 1) for one, size in enumerate(self.cells))
            yield self.own[(t * rows + y) * columns + x]

    def axes(self):
        return [axis for axis in range(3) if self.cells[axis] > 1]

    def turn(self, axis, others=0):
        line = self.line(axis, others)
        return np.linalg.solve(next(line), next(line))

    def fit(self, every):
        """True if steps along some or every axis turn, alike wherever they begin, and no two axes turn the same pairs."""
        channels = set()
        for axis in self.axes():
            turn = self.turn(axis)
            if np.abs(turn - self.turn(axis, 1)).max() > NEAR:
                return False
            pairs = set(pairs_of(turn))
            if pairs & channels or (every and not pairs):
                return False
            channels |= pairs
        return bool(channels)


def spans(numbers):
    """'0-21', or '1-1021/3' for every third."""
    parts = []
    for number in numbers:
        last = parts[-1] if parts else []
        if len(last) == 1 or (len(last) > 1 and number - last[-1] == last[1] - last[0]):
            last.append(number)
        else:
            parts.append([number])
    step = lambda part: f"/{part[1] - part[0]}" if part[1] - part[0] > 1 else ""
    return " ".join(f"{part[0]}-{part[-1]}{step(part)}" if len(part) > 1 else str(part[0]) for part in parts)


def along(name, heads):
    """Facts of an axis: the pairs that turn, their angles from a place to the next, and the places in such steps."""
    numbers, angles, kept, where = [], [], None, None
    for head, line in enumerate(heads):
        facts = rotation(line[0], line[1])
        turn = np.linalg.solve(line[0], line[1])
        pairs = pairs_of(turn)
        if not pairs:
            continue
        width, layout = facts["width"], facts["layout"]
        kept = kept or {"width": width * len(heads), "layout": layout}
        own = [angle_of(turn, pair) for pair in pairs]
        angles += own
        numbers += [(head * width + a) // 2 if layout == "interleaved" else head * width + a for a, _ in pairs]
        chosen = min(range(len(pairs)), key=lambda i: abs(np.log(abs(own[i]) / MIDDLE)))
        where = where or [round(angle_of(one, pairs[chosen]) / own[chosen], 2) + 0.0 for one in line]
    if kept is None:
        return None
    return {"axis": name, **kept, "pairs": spans(numbers), "frequencies": angles, "at": where[:4]}


def measured(query, cells):
    """The axes of an attention; [] if nothing turns it by its cells."""
    heads = turns(query)
    count = int(np.prod(cells))
    names = ("time", "row", "column") if cells[1] > 1 else ("", "", "token")
    for every, first in itertools.product((True, False), range(heads.shape[1] - count + 1)):
        own = [Cells(matrices, cells, first) for matrices in heads]
        if not own[0].fit(every):
            continue
        try:
            found = [along(names[axis], [list(one.line(axis)) for one in own]) for axis in own[0].axes()]
            text = len(own[0].text) > 1 and along("text", [one.text[:WORDS] for one in own])
        except ValueError:
            continue  # these are not the cells
        return [facts for facts in (*found, text) if facts]
    if np.abs(heads[0] - heads[0, :1]).max() < NEAR:
        return []
    try:
        rotation(heads[0, -2], heads[0, -1])
    except ValueError as error:
        return [{"unread": str(error)}]
    return []
