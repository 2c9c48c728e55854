"""Tables of absolute positions and Fourier features, from the formulas of their papers."""
from mpmath import cos, exp, floor, mpf, pi, sin, spherharm, sqrt

from exact import number
from recipes import recipe


def geometric(base, count, denominator):
    """base^(-i / denominator)."""
    return [number(base) ** (-mpf(i) / denominator) for i in range(count)]


def interleaved(angles):
    return [f(a) for a in angles for f in (sin, cos)]


def half(angles, first=sin, second=cos):
    return [first(a) for a in angles] + [second(a) for a in angles]


@recipe("sinusoidal_d8_pos3", "sinusoidal_d4_lecture", "sinusoidal_d6_fractional", "sinusoidal_d512_large",
        "sinusoidal_concat_std_d16", "sinusoidal_t2t_d512", "sinusoidal_d7_odd")
def sinusoidal(g):
    """PE[2i] = sin(x b^(-2i/d)), PE[2i+1] = cos; `shift` 1: d/2 - 1 in place of d/2. An odd width ends with a sine."""
    p = g.params
    d, pairs = p["d"], (p["d"] + 1) // 2
    w = geometric(p["base"], pairs, mpf(d) / 2 - p.get("shift", 0))
    layout = interleaved if p["layout"] == "interleaved" else half
    return [layout([number(x) * f for f in w])[:d] for x in g.positions]


@recipe("sinusoidal_derivative_d8")
def derivative(g):
    d = g.params["d"]
    w = geometric(g.params["base"], d // 2, mpf(d) / 2)
    return [[v for f in w for v in (f * cos(number(x) * f), -f * sin(number(x) * f))] for x in g.positions]


@recipe("fairseq_table_d10_pad1", "fairseq_odd_d9")
def fairseq(g):
    """Denominator d/2 - 1, sines first; the padding row is zero, and so is the last channel of an odd width."""
    d = g.params["d"]
    h = d // 2
    w = geometric(10000, h, h - 1)
    zero = [mpf(0)] * d
    return [zero if x == g.params["padding_idx"] else half([x * f for f in w]) + [mpf(0)] * (d % 2)
            for x in g.positions]


@recipe("diffusion_timestep_ddpm_128", "diffusion_timestep_sd_320")
def timestep(g):
    p = g.params
    h = p["embedding_dim"] // 2
    w = geometric(p["max_period"], h, h - p["downscale_freq_shift"])
    order = (cos, sin) if p["flip_sin_to_cos"] else (sin, cos)
    return [half([p["scale"] * number(t) * f for f in w], *order) for t in g.positions]


def plane(x, y, w, interleave):
    """Blocks of sines and cosines of two coordinates, the first one first."""
    a, b = [x * f for f in w], [y * f for f in w]
    if interleave:
        return half(a) + half(b)
    return [sin(t) for t in a + b] + [cos(t) for t in a + b]


@recipe("mae_2d_d16_g3")
def mae(g):
    """The column comes first; row 0 is the class token."""
    d, side = g.params["embed_dim"], g.params["grid_size"]
    w = geometric(10000, d // 4, d // 4)
    return [[mpf(0)] * d] + [plane(mpf(x), mpf(y), w, True) for y in range(side) for x in range(side)]


@recipe("mae_2d_d768_g14_rows")
def mae_rows(g):
    """`inputs` are [y, x]."""
    d = g.params["embed_dim"]
    w = geometric(10000, d // 4, d // 4)
    return [plane(mpf(x), mpf(y), w, True) for y, x in g.inputs]


@recipe("timm_2d_d16_2x3", "timm_2d_d16_2x3_interleave")
def timm(g):
    """The row comes first."""
    p = g.params
    rows, cols = p["feat_shape"]
    w = geometric(p["temperature"], p["dim"] // 4, p["dim"] // 4)
    return [plane(mpf(y), mpf(x), w, p["interleave_sin_cos"]) for y in range(rows) for x in range(cols)]


def detr_image(valid, p):
    """Positions counted from 1 among the valid pixels of a column and a row, divided by the last one."""
    h, w = len(valid), len(valid[0])
    ys = [[mpf(sum(valid[r][j] for r in range(i + 1))) for j in range(w)] for i in range(h)]
    xs = [[mpf(sum(valid[i][: j + 1])) for j in range(w)] for i in range(h)]
    if p["normalize"]:
        eps = number(p["eps"])
        ys, xs = (
            [[ys[i][j] / (ys[h - 1][j] + eps) * 2 * pi for j in range(w)] for i in range(h)],
            [[xs[i][j] / (xs[i][w - 1] + eps) * 2 * pi for j in range(w)] for i in range(h)],
        )
    f = geometric(p["temperature"], p["num_pos_feats"] // 2, mpf(p["num_pos_feats"]) / 2)
    block = lambda v: interleaved([v * t for t in f])
    return [[block(ys[i][j]) + block(xs[i][j]) for j in range(w)] for i in range(h)]


@recipe("detr_sine_nf8_3x5", "detr_sine_nf8_unnormalized")
def detr(g):
    return detr_image([[1] * g.params["W"]] * g.params["H"], g.params)


@recipe("detr_sine_masked")
def detr_masked(g):
    return detr_image(g.inputs["valid"], g.params)


@recipe("cape_1d")
def cape(g):
    """(p_i - mean + delta + eps_i) lambda, then the sinusoidal table."""
    p = g.params
    mean = sum(map(number, p["positions"])) / len(p["positions"])
    moved = [(number(x) - mean + number(p["delta"]) + number(e)) * number(p["lam"])
             for x, e in zip(p["positions"], p["eps"])]
    w = geometric(p["base"], p["d"] // 2, mpf(p["d"]) / 2)
    return {"augmented": moved, "encoding": [interleaved([x * f for f in w]) for x in moved]}


@recipe("fourier_features_basic", "fourier_features_gaussian")
def fourier(g):
    """[sin 2 pi b.v, ..., cos 2 pi b.v, ...], as the published code has it; `basic` has the identity for B."""
    basic = g.params["B"] == "identity"
    rows = []
    for v in g.inputs:
        b = [[1, 0], [0, 1]] if basic else g.params["B"]
        a = [2 * pi * sum(number(x) * number(y) for x, y in zip(row, v)) for row in b]
        rows.append(half(a))
    return rows


@recipe("fourier_features_positional")
def positional(g):
    """Frequencies sigma^(j/m), j = 0 ... m - 1; for each the cosines of the coordinates, then their sines."""
    m, s = g.params["m"], number(g.params["sigma"])
    return [[f(2 * pi * s ** (mpf(j) / m) * number(x)) for j in range(m) for f in (cos, sin) for x in v]
            for v in g.inputs]


@recipe("rff_cos_bias")
def cosine_features(g):
    p = g.params
    scale = sqrt(mpf(2) / len(p["w"]))
    return [[scale * cos(sum(number(a) * number(x) for a, x in zip(w, v)) + number(b))
             for w, b in zip(p["w"], p["b"])] for v in g.inputs]


@recipe("nerf_paper_eq4_L4")
def nerf_paper(g):
    """For each coordinate (sin 2^k pi p, cos 2^k pi p), k = 0 ... L - 1."""
    return [[f(mpf(2) ** k * pi * number(x)) for x in v for k in range(g.params["L"]) for f in (sin, cos)]
            for v in g.inputs]


@recipe("nerf_code_L10")
def nerf_code(g):
    """The coordinates, then for each k the sines of all and the cosines of all; no pi."""
    return [[number(x) for x in v] + [f(mpf(2) ** k * number(x)) for k in range(g.params["L"]) for f in (sin, cos) for x in v]
            for v in g.inputs]


@recipe("mipnerf_ipe_0_6")
def mipnerf(g):
    degrees = range(g.params["min_deg"], g.params["max_deg"])
    row = lambda v, f: [exp(-mpf(4) ** k * number(s) / 2) * f(mpf(2) ** k * number(m))
                        for k in degrees for m, s in zip(v["mean"], v["var"])]
    return [row(v, sin) + row(v, cos) for v in g.inputs]


@recipe("space2vec_theory")
def space2vec(g):
    """Three unit vectors at 120 degrees, wavelengths in a geometric progression."""
    p = g.params
    low, high = number(p["lambda_min"]), number(p["lambda_max"])
    axes = [(mpf(1), mpf(0)), (-mpf(1) / 2, sqrt(mpf(3)) / 2), (-mpf(1) / 2, -sqrt(mpf(3)) / 2)]
    rows = []
    for x, y in g.inputs:
        row = []
        for s in range(p["S"]):
            wavelength = low * (high / low) ** (mpf(s) / (p["S"] - 1))
            for a, b in axes:
                t = (number(x) * a + number(y) * b) / wavelength
                row += [cos(t), sin(t)]
        rows.append(row)
    return rows


@recipe("spherical_harmonics_L10")
def spherical_harmonics(g):
    """Real and imaginary parts of mpmath's complex ones, whose sign (-1)^m is taken back."""
    rows = []
    for lon, lat in g.inputs:
        polar, azimuth = (90 - number(lat)) * pi / 180, number(lon) * pi / 180
        row = []
        for l in range(g.params["degrees"]):
            for m in range(-l, l + 1):
                y = spherharm(l, abs(m), polar, azimuth)
                row.append(y.real if m == 0 else sqrt(mpf(2)) * (-1) ** m * (y.real if m > 0 else y.imag))
        rows.append(row)
    return rows


@recipe("transformer_xl_R_k6_d8")
def transformer_xl(g):
    """Rows for the distances klen - 1 ... 0."""
    d, n = g.params["d"], g.params["klen"]
    w = geometric(10000, d // 2, mpf(d) / 2)
    return [half([x * f for f in w]) for x in range(n - 1, -1, -1)]


@recipe("kernel_sinusoidal_d64")
def kernel(g):
    d = g.params["d"]
    w = geometric(g.params["base"], d // 2, mpf(d) / 2)
    k = [sum(cos(number(x) * f) for f in w) for x in g.positions]
    return {"K": k, "K_norm": [x / (mpf(d) / 2) for x in k]}


def keys_cubic(x, a):
    x = abs(x)
    if x < 1:
        return ((a + 2) * x - (a + 3)) * x * x + 1
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a if x < 2 else mpf(0)


@recipe("bicubic_resize_14_to_16")
def bicubic(g):
    """Each row: the weights of the source cells in one cell of the result."""
    src, dst = g.params["src"], g.params["dst"]
    plain, smooth = [], []
    for i in range(dst):
        x = (i + mpf(1) / 2) * src / dst - mpf(1) / 2
        row = [mpf(0)] * src
        first = int(floor(x))
        for tap in range(first - 1, first + 3):
            row[min(max(tap, 0), src - 1)] += keys_cubic(x - tap, mpf(-3) / 4)
        plain.append(row)
        scale = max(mpf(src) / dst, mpf(1))
        weights = [keys_cubic((j - x) / scale, mpf(-1) / 2) for j in range(src)]
        smooth.append([v / sum(weights) for v in weights])
    return {"antialias_false_a_minus_0p75": plain, "antialias_true_a_minus_0p5": smooth}
