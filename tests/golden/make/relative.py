"""Relative positions: biases, buckets, indices, and what follows from a graph."""
from fractions import Fraction

from mpmath import cos, exp, floor, log, matrix, mpf, pi

from absolute import geometric
from exact import number
from recipes import recipe
from rotary import causal


def slopes_of_power(n):
    return [mpf(2) ** (-mpf(8) * (h + 1) / n) for h in range(n)]


def slopes(n):
    """The released code: of a number of heads that is no power of two, the rest is every other slope of the next one."""
    c = 1 << (n.bit_length() - 1)
    return slopes_of_power(c) + slopes_of_power(2 * c)[0::2][: n - c]


@recipe("alibi_slopes_1_24")
def alibi_slopes(g):
    return {n: slopes(int(n)) for n in g.expected}


@recipe("alibi_slopes_geometric")
def alibi_geometric(g):
    return {n: slopes_of_power(int(n)) for n in g.expected}


@recipe("alibi_bias_4h_n5")
def alibi(g):
    return [causal(g.params["n"], lambda i, j: m * (j - i)) for m in slopes(g.params["heads"])]


@recipe("kerple")
def kerple(g):
    return {"log": [[-number(a) * log(1 + number(b) * x) for x in g.positions] for a, b in g.params["log"]],
            "power": [[-number(a) * mpf(x) ** number(b) for x in g.positions] for a, b in g.params["power"]]}


@recipe("sandwich_h4_d16")
def sandwich(g):
    p = g.params
    w = [mpf(10000) ** (-mpf(2) * i / p["d"]) for i in range(1, p["d"] // 2 + 1)]
    return [[(sum(cos(x * f) for f in w) - mpf(p["d"]) / 2) * p["H"] / (8 * h) for x in range(p["n"])]
            for h in range(1, p["H"] + 1)]


@recipe("tisa")
def tisa(g):
    p = g.params
    return [sum(number(a) * exp(-abs(number(b)) * (x - number(c)) ** 2) for a, b, c in zip(p["a"], p["b"], p["c"]))
            for x in g.positions]


@recipe("fire_n7")
def fire(g):
    """A network of one hidden layer with ReLU on psi(i - j) / psi(max(i, L)), psi(x) = ln(c x + 1)."""
    p = g.params
    psi = lambda x: log(number(p["c"]) * x + 1)

    def bias(i, j):
        x = psi(mpf(i - j)) / psi(max(mpf(i), number(p["L"])))
        hidden = [max(number(w) * x + number(b), mpf(0)) for w, b in zip(p["W1"], p["b1"])]
        return sum(number(w) * h for w, h in zip(p["W2"], hidden)) + number(p["b2"])

    return causal(7, bias)


@recipe("cope_n4")
def cope(g):
    logits, interpolated, most = g.inputs["qk_logits"], g.inputs["q_dot_e"], g.params["max_pos"]
    gate = lambda i, j: 1 / (1 + exp(-number(logits[i][j])))
    position = lambda i, j: min(sum(gate(i, k) for k in range(j, i + 1)), mpf(most - 1))

    def bias(i, j):
        p = position(i, j)
        low = int(floor(p))
        w = p - low
        return (1 - w) * number(interpolated[i][low]) + (w * number(interpolated[i][low + 1]) if w > 0 else 0)

    n = len(logits)
    return {"position": causal(n, position), "bias": causal(n, bias)}


@recipe("deberta_delta_k4")
def deberta(g):
    k, n = g.params["k"], g.params["n"]
    return [[0 if i - j <= -k else 2 * k - 1 if i - j >= k else i - j + k for j in range(n)] for i in range(n)]


@recipe("deberta_log_bucket_256_512")
def deberta_log(g):
    """ceil(log of a ratio of integers), decided by integer powers where the logarithm is close to an integer."""
    mid, most = g.params["bucket_size"] // 2, g.params["max_position"] - 1

    def bucket(r):
        if abs(r) <= mid:
            return r
        x = log(mpf(abs(r)) / mid) / log(mpf(most) / mid) * (mid - 1)
        nearest = int(floor(x + mpf(1) / 2))
        if abs(x - nearest) < mpf(10) ** -40:
            assert Fraction(abs(r), mid) ** (mid - 1) == Fraction(most, mid) ** nearest
            k = nearest
        else:
            k = int(floor(x)) + 1
        return (1 if r > 0 else -1) * (k + mid)

    return [bucket(r) for r in g.positions]


@recipe("t5_bucket_bidirectional_32_128", "t5_bucket_causal_32_128")
def t5(g):
    """Floors are decided by integer powers."""
    p = g.params
    n_buckets = p["num_buckets"] // (2 if p["bidirectional"] else 1)
    exact = n_buckets // 2
    steps = n_buckets - exact

    def bucket(r):  # key - query
        offset = n_buckets if p["bidirectional"] and r > 0 else 0
        n = abs(r) if p["bidirectional"] else max(-r, 0)
        if n < exact:
            return offset + n
        k = 0
        while k < steps - 1 and n**steps * exact ** (k + 1) >= p["max_distance"] ** (k + 1) * exact**steps:
            k += 1
        return offset + exact + k

    return [bucket(r) for r in g.positions]


@recipe("shaw_index_k4_n12")
def shaw(g):
    k, n = g.params["k"], g.params["n"]
    return [[min(max(j - i, -k), k) + k for j in range(n)] for i in range(n)]


@recipe("transformer_xl_rel_shift_3x5")
def shift(g):
    """By the shift itself: a column before, another shape, a row off. Row klen - 1 - distance of R."""
    q, k = g.params["qlen"], g.params["klen"]
    flat = [x for i in range(q) for x in [None] + list(range(k))]
    rows = [flat[i * q : (i + 1) * q] for i in range(k + 1)][1:]
    shifted = [x for row in rows for x in row]
    made = [shifted[i * k : (i + 1) * k] for i in range(q)]
    return [[x if (k - q + i) - j >= 0 else None for j, x in enumerate(row)] for i, row in enumerate(made)]


@recipe("swin_v1_index_2x3", "swin_v1_index_7x7_row0")
def swin(g):
    h, w = g.params["window"]
    cells = [(y, x) for y in range(h) for x in range(w)]
    rows = g.inputs if g.inputs else range(h * w)
    return [[(cells[i][0] - y + h - 1) * (2 * w - 1) + cells[i][1] - x + w - 1 for y, x in cells] for i in rows]


@recipe("swin_v2_logcpb_8x8", "swin_v2_logcpb_16_pre8")
def swin_v2(g):
    h, w = g.params["window"]
    ph, pw = (a or b for a, b in zip(g.params["pretrained_window"], (h, w)))

    def coordinate(x, width):
        y = mpf(8) * x / (width - 1)
        return (1 if y > 0 else -1 if y < 0 else 0) * log(1 + abs(y)) / log(mpf(8))

    return [[[coordinate(y, ph), coordinate(x, pw)] for x in range(1 - w, w)] for y in range(1 - h, h)]


@recipe("laplacian_pe_eigs")
def laplacian(g):
    """Closed forms: 1 - cos(pi k / (n - 1)) of a path, 1 - cos(2 pi k / n) of a cycle."""
    n, m = g.params["path"], g.params["cycle"]
    return {"path6": [1 - cos(pi * k / (n - 1)) for k in range(n)],
            "cycle6": sorted(1 - cos(2 * pi * k / m) for k in range(m))}


@recipe("rwpe_lollipop")
def random_walk(g):
    """Exact fractions: powers of A D^-1."""
    a = g.inputs["adjacency"]
    n = len(a)
    degree = [sum(row) for row in a]
    walk = [[Fraction(a[i][j], degree[j]) for j in range(n)] for i in range(n)]
    power, made = walk, [[] for _ in range(n)]
    for _ in range(g.params["k"]):
        for i in range(n):
            made[i].append(mpf(power[i][i].numerator) / power[i][i].denominator)
        power = [[sum(power[i][k] * walk[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
    return made


@recipe("rrwp_lollipop")
def relative_random_walks(g):
    """Exact fractions: powers of D^-1 A by row and column; from the key they are transposed."""
    a = g.inputs["adjacency"]
    n = range(len(a))
    walk = [[Fraction(a[i][j], sum(a[i])) for j in n] for i in n]
    power = [[Fraction(i == j) for j in n] for i in n]
    made = {"query": [], "key": []}
    for _ in range(g.params["K"]):
        exact = [[mpf(x.numerator) / x.denominator for x in row] for row in power]
        made["query"].append(exact)
        made["key"].append([list(column) for column in zip(*exact)])
        power = [[sum(power[i][k] * walk[k][j] for k in n) for j in n] for i in n]
    return made


@recipe("gram_eigs_sinusoidal_d8_N12")
def gram_eigenvalues(g):
    from mpmath import eigsy

    d, n = g.params["d"], g.params["N"]
    w = geometric(g.params["base"], d // 2, mpf(d) / 2)
    gram = matrix(n, n)
    for i in range(n):
        for j in range(n):
            gram[i, j] = sum(cos((i - j) * f) for f in w)
    return {"eigenvalues": sorted((x if abs(x) > mpf(10) ** -50 else mpf(0) for x in eigsy(gram, eigvals_only=True)), reverse=True)}
