"""Kernels of position encodings: profiles, spectra, and how two tables compare."""
from mpmath import ci, cos, exp, log, matrix, mp, mpf, pi, sin, sqrt, workdps

from absolute import geometric
from exact import number
from networks import eigenvalues, toeplitz
from recipes import recipe


def waves(case):
    return geometric(case["base"], case["d"] // 2, mpf(case["d"]) / 2)


@recipe("sinusoidal_kernel_profile", slow=True, loose=(1e-12, 1e-13))
def profile(g):
    cases = []
    with workdps(30):
        for case in g.expected["cases"]:
            w, base = waves(case), mpf(case["base"])
            k = lambda x: sum(cos(x * f) for f in w)
            half = len(w) / mpf(2)
            high = next(x for x in range(1, 10_000) if k(x) < half)
            at = root(lambda x: k(x) - half, high - 1, high)
            distance, closest = min((2 * (len(w) - k(mpf(x))), x) for x in range(1, 1025))
            lengths = [2 * pi / f for f in w]
            limit = lambda x: mpf(1) if x == 0 else (ci(x) - ci(x / base)) / log(base)
            cases.append({
                **case, "k": [k(number(x)) for x in case["delta"]],
                "k_normalised": [k(number(x)) / len(w) for x in case["delta"]],
                "log_uniform_integral": [limit(number(x)) for x in case["delta"]],
                "fisher_info_unit_noise": sum(f**2 for f in w), "norm_sq": mpf(len(w)), "hwhm_delta": at,
                "min_pairwise_distance_n1025": {"dist": sqrt(distance), "delta": closest},
                "wavelengths_first_last": [lengths[0], lengths[-1]],
                "n_wavelengths_longer_than_n": {n: sum(x > int(n) for x in lengths)
                                                for n in case["n_wavelengths_longer_than_n"]},
            })
    return {"cases": cases}


def root(f, low, high):
    """Bisection: f(low) > 0 > f(high)."""
    low, high = mpf(low), mpf(high)
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return low


def statistics(values):
    """Of eigenvalues; what is below 0 is noise."""
    lam = [max(x, mpf(0)) for x in values]
    total = sum(lam)
    return {
        "trace": total,
        "participation_ratio": total**2 / sum(x**2 for x in lam),
        "effective_rank_entropy": exp(-sum(x / total * log(x / total) for x in lam if x > 0)),
        "stable_rank": total / max(lam),
        "effective_dim": {name: sum(x / (x + number(float(name))) for x in lam) for name in ("0.001", "0.1", "1.0", "10.0")},
    }


def circulant(column):
    n = len(column)
    return sorted((sum(c * cos(2 * pi * j * k / n) for j, c in enumerate(column)) for k in range(n)), reverse=True)


@recipe("pe_kernel_spectrum", slow=True, loose=(1e-12, 1e-12))
def spectrum(g):
    cases = []
    for case in g.expected["cases"]:
        n, digits = case["n"], 110
        with workdps(digits):
            k = [sum(cos(x * f) for f in waves(case)) for x in range(n)]
            lam = eigenvalues(toeplitz(k), digits)[::-1]
            kept = [x if i < case["rank_bound"] else mpf(0) for i, x in enumerate(lam)]
            cases.append({
                **case, "eigenvalues_desc": lam,
                "strang_circulant_eigs_desc": circulant([k[min(j, n - j)] for j in range(n)]),
                "chan_circulant_eigs_desc": circulant([((n - j) * k[j] + j * k[(n - j) % n]) / n for j in range(n)]),
                "stats": statistics(kept),
            })
            cases[-1]["condition_number_top_to_16th"] = lam[0] / lam[15]
    return {"cases": cases}


@recipe("pe_kernel_spectrum_n128", slow=True, loose=(1e-9, 1e-10))
def spectrum_128(g):
    n = g.params["n"]
    with workdps(40):
        # a symmetric Toeplitz matrix splits into its symmetric and its skew vectors
        k = [sum(cos(x * f) for f in waves(g.params)) for x in range(n)]
        h = n // 2
        both = []
        for sign in (1, -1):
            m = matrix(h, h)
            for i in range(h):
                for j in range(h):
                    m[i, j] = k[abs(i - j)] + sign * k[n - 1 - i - j]
            both += eigenvalues(m)
        lam = sorted(both, reverse=True)
        return {"eigenvalues_desc_top64": lam[:64], "stats": statistics(lam)}


def gram(rows):
    return [[sum(a * b for a, b in zip(u, v)) for v in rows] for u in rows]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def nuclear(m):
    """Sum of singular values."""
    small = m if len(m) <= len(m[0]) else [list(row) for row in zip(*m)]
    return sum(sqrt(max(x, mpf(0))) for x in eigenvalues(matrix(gram(small)), 60))


def frobenius(rows):
    return sqrt(sum(x**2 for row in rows for x in row))


@recipe("pe_matrix_metrics", loose=(1e-9, 1e-11))
def metrics(g):
    """Of tables that the file holds in float64; what is 0 in exact numbers is the rounding of those."""
    cases = []
    with workdps(40):
        for case in g.expected["cases"]:
            p = [[number(x) for x in row] for row in case["P"]]
            n, k = len(p), gram(p)
            diagonal = [[k[i][i + x] for i in range(n - x)] for x in range(n)]
            mean = [sum(d) / len(d) for d in diagonal]
            spread = [sqrt(max(sum((v - m) ** 2 for v in d) / len(d), mpf(0))) for d, m in zip(diagonal, mean)]
            whole = sum(x**2 for row in k for x in row)
            stationary = sum(m**2 * (n - x) * (1 if x == 0 else 2) for x, m in enumerate(mean))
            row0 = [k[0][j] / sqrt(k[0][0] * k[j][j]) if k[0][0] * k[j][j] > 0 else mpf(0) for j in range(n)]
            apart = {(i, j): k[i][i] + k[j][j] - 2 * k[i][j] for i in range(n) for j in range(i + 1, n)}
            pair = case["min_pairwise_distance"]
            i, j = min(apart, key=apart.get)
            if apart[pair["i"], pair["j"]] - apart[i, j] < mpf(10) ** -12:
                i, j = pair["i"], pair["j"]  # one of many equally close pairs in a stationary table
            centre = [sum(column) / n for column in zip(*p)]
            least, orthogonal = [], []
            for shift in (1, 3):
                a, b = p[:-shift], p[shift:]
                normal = matrix(gram(list(zip(*a)))) + mp.eye(len(a[0])) * mpf(10) ** -30  # for repeated channels
                best = mp.inverse(normal) * matrix(product(list(zip(*a)), b))
                rest = matrix(b) - matrix(a) * best
                least.append(sqrt(sum(x**2 for x in rest)) / frobenius(b))
                left = frobenius(a) ** 2 + frobenius(b) ** 2 - 2 * nuclear(product(list(zip(*a)), b))
                orthogonal.append(sqrt(max(left, mpf(0))) / frobenius(b))
            cases.append({
                **case, "toeplitz_energy_ratio": stationary / whole, "nonstationarity_1_minus": 1 - stationary / whole,
                "profile_mean": mean, "profile_std": spread, "normalised_kernel_row0": row0,
                "stats": statistics(eigenvalues(matrix(k))), "shift_resid_lstsq_k1_k3": least,
                "shift_resid_orthogonal_k1_k3": orthogonal,
                "min_pairwise_distance": {"dist": sqrt(apart[i, j]), "i": i, "j": j},
                "centered_trace": sum((x - c) ** 2 for row in p for x, c in zip(row, centre)),
            })
    return {"cases": cases}


def centred(rows):
    mean = [sum(column) / len(rows) for column in zip(*rows)]
    return [[x - m for x, m in zip(row, mean)] for row in rows]


def hsic(k, l):
    """Biased: tr(K H L H) / (n - 1)^2."""
    n = len(k)
    h = lambda m: centred([list(row) for row in zip(*centred(m))])
    return sum(a * b for u, v in zip(h(k), h(l)) for a, b in zip(u, v)) / (n - 1) ** 2


def hsic_unbiased(k, l):
    n = len(k)
    k, l = ([[mpf(0) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(m)] for m in (k, l))
    rows = lambda m: [sum(row) for row in m]
    cross = sum(a * b for a, b in zip(rows(k), rows(l)))
    trace = sum(a * b for u, v in zip(k, l) for a, b in zip(u, v))
    return (trace + sum(rows(k)) * sum(rows(l)) / ((n - 1) * (n - 2)) - 2 * cross / (n - 2)) / (n * (n - 3))


def radial_gram(rows):
    """sigma^2 is 0.64 of the median squared distance."""
    apart = [[sum((a - b) ** 2 for a, b in zip(u, v)) for v in rows] for u in rows]
    below = sorted(apart[i][j] for i in range(len(rows)) for j in range(i))
    m = len(below)
    median = (below[(m - 1) // 2] + below[m // 2]) / 2
    return [[exp(-x / (2 * median * 64 / 100)) for x in row] for row in apart]


@recipe("cka_hsic", loose=(1e-11, 1e-12))
def similarity(g):
    cases = []
    with workdps(40):
        for case in g.expected["cases"]:
            x, y = ([[number(v) for v in row] for row in case[name]] for name in "XY")
            k, l, rk, rl = gram(x), gram(y), radial_gram(x), radial_gram(y)
            cka = lambda measure, a, b: measure(a, b) / sqrt(measure(a, a) * measure(b, b))
            xc, yc = centred(x), centred(y)
            cross = product(list(zip(*xc)), yc)
            by_features = frobenius(cross) ** 2 / (frobenius(gram(list(zip(*xc)))) * frobenius(gram(list(zip(*yc)))))
            onto = lambda rows: matrix(rows) * mp.inverse(matrix(gram(list(zip(*rows))))) * matrix(rows).T
            share = sum(p * q for p, q in zip(onto(xc), onto(yc)))
            normal = lambda rows: [[v / frobenius(rows) for v in row] for row in rows]
            xn, yn = normal(xc), normal(yc)
            cases.append({
                **case, "hsic_linear_biased": hsic(k, l), "hsic_linear_unbiased": hsic_unbiased(k, l),
                "cka_linear_biased": cka(hsic, k, l), "cka_linear_unbiased": cka(hsic_unbiased, k, l),
                "cka_rbf_0.8median_biased": cka(hsic, rk, rl), "hsic_rbf_unbiased": hsic_unbiased(rk, rl),
                "procrustes_distance_sq_unnormalised":
                    frobenius(xc) ** 2 + frobenius(yc) ** 2 - 2 * nuclear(cross),
                "procrustes_distance_sq_normalised": 2 - 2 * nuclear(product(list(zip(*xn)), yn)),
                "mean_cca_sq": share / min(len(x[0]), len(y[0])), "check_feature_space_formula": by_features,
            })
    return {"cases": cases}


@recipe("gaussian_ff_limit", loose=(1e-10, 1e-14))
def gaussian_limit(g):
    cases = []
    for case in g.expected["cases"]:
        k = lambda x: exp(-2 * pi**2 * number(case["sigma"]) ** 2 * x**2)
        offsets = [number(x) for x in case["delta"]]
        variance = [(1 + k(2 * x)) / 2 - k(x) ** 2 for x in offsets]
        cases.append({**case, "expected_kernel": [k(x) for x in offsets],
                      "mc_std_times_sqrt_m_sincos": [sqrt(v) for v in variance],
                      "mc_std_times_sqrt_m_random_phase": [sqrt(v + mpf(1) / 2) for v in variance]})
    return {"cases": cases}


@recipe("siren_first_layer_kernel", loose=(1e-13, 1e-15))
def siren(g):
    """w uniform in (-1, 1), b in (-B, B): half of the sum and the difference of two cardinal sines."""
    sinc = lambda t: sin(t) / t if t else mpf(1)
    x, cases = [number(v) for v in g.inputs["x"]], []
    for case in g.expected["cases"]:
        w, b = number(case["omega0"]), number(case["bias_uniform_halfwidth"])
        part = lambda sign: [[(sinc(w * (u - v)) + sign * sinc(w * (u + v)) * sinc(2 * w * b)) / 2 for v in x] for u in x]
        cases.append({**case, "E_sin_sin": part(-1), "E_cos_cos": part(1)})
    return {"cases": cases}


@recipe("periodic_network_kernel_claim", loose=(1e-13, 1e-15))
def periodic(g):
    cases = []
    for case in g.expected["cases"]:
        w, base = waves(case), mpf(case["base"])
        k = lambda x: sum(cos(x * f) for f in w) / len(w)
        rows = []
        for row in case["rows"]:
            x, y = number(row["x"]), number(row["xp"])
            at, delta = k(x - y), abs(x - y)
            slope = sum(f**2 * cos(delta * f) for f in w) / len(w)
            rows.append({**row, "K_pe_normalised": at, "log_uniform_limit": (ci(delta) - ci(delta / base)) / log(base),
                         "ntk_readout_only": at, "ntk_readout_and_phase": 2 * at,
                         "ntk_all_frequency_param_w": (2 + x * y) * at,
                         "ntk_all_log_frequency_param": 2 * at + x * y * slope})
        spread = lambda x: sum(cos(x * f) ** 2 for f in w) / len(w) - k(x) ** 2
        variance = [spread(number(x)) for x in case["delta"]]
        cases.append({**case, "rows": rows, "var_per_frequency_sincos": variance,
                      "var_per_unit_random_phase": [v + mpf(1) / 2 for v in variance]})
    return {"cases": cases}


@recipe("infinite_attention", loose=(1e-12, 1e-13))
def attention(g):
    """Softmax attention with tied queries and keys on one linear layer: K~ = s G K G', Theta~ = s G Theta G' + 2 K~."""
    cases = []
    with workdps(30):
        for case in g.expected["cases"]:
            x = [[[number(v) for v in token] for token in one] for one in case["X"]]
            tokens, r = range(len(x[0])), case["pe_cov_R"]
            weight, s, qk = number(case["pe_weight"]), number(case["sigma_ov_sq"]), number(case["sigma_qk_product"])
            k = {(b, c): [[sum(p * q for p, q in zip(x[b][t], x[c][u])) / len(x[b][t]) + weight * number(r[t][u])
                           for u in tokens] for t in tokens] for b in range(len(x)) for c in range(len(x))}
            soft = []
            for b in range(len(x)):
                e = [[exp(qk * v) for v in row] for row in k[b, b]]
                soft.append([[v / sum(row) for v in row] for row in e])
            mixed = {(b, c): [[s * v for v in row] for row in product(product(soft[b], k[b, c]), list(zip(*soft[c])))] for b, c in k}
            lay = lambda f: [[[[f(mixed[b, c][t][u]) for u in tokens] for c in range(len(x))] for t in tokens] for b in range(len(x))]
            cases.append({**case, "nngp": lay(lambda v: v), "ntk": lay(lambda v: 3 * v)})
    return {"cases": cases}
