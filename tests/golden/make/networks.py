"""Kernels of infinitely wide networks (recursions over dual activations), empirical ones, and what they predict."""
from mpmath import asin, atan2, cos, exp, log, matrix, mp, mpf, pi, sin, sqrt, tanh, workdps

from absolute import geometric
from exact import decimal, number
from recipes import recipe


# --- dual activations: T = E f(u) f(v), T' = E f'(u) f'(v), (u, v) normal with covariance [[a, c], [c, b]] --------

def rectifier(low, high):
    """low min(x, 0) + high max(x, 0)."""
    low, high = mpf(low), mpf(high)

    def dual(a, b, c):
        s = sqrt(max(a * b - c * c, mpf(0)))
        angle = atan2(s, c)
        slope = (low**2 + high**2) / 2 - (low - high) ** 2 * angle / (2 * pi)
        return (low - high) ** 2 * s / (2 * pi) + slope * c, slope

    return dual


def error_function(a, b, shift):
    """a erf(b x) + shift."""
    a, b, shift = mpf(a), mpf(b), mpf(shift)

    def dual(p, q, c):
        product = (1 + 2 * b**2 * p) * (1 + 2 * b**2 * q)
        return (a**2 * 2 / pi * asin(2 * b**2 * c / sqrt(product)) + shift**2,
                a**2 * b**2 * 4 / pi / sqrt(product - 4 * b**4 * c**2))

    return dual


def sine(a, b, shift):
    """a sin(b x + shift)."""
    a, b, shift = mpf(a), mpf(b), mpf(shift)

    def dual(p, q, c):
        near = exp(b**2 * (-(p + q) / 2 + c))
        far = exp(b**2 * (-(p + q) / 2 - c)) * cos(2 * shift)
        return a**2 / 2 * (near - far), a**2 * b**2 / 2 * (near + far)

    return dual


def radial(gamma):
    gamma = mpf(gamma)

    def dual(p, q, c):
        t = exp(-gamma * (p + q - 2 * c))
        return t, 2 * gamma * t

    return dual


def gaussian(a, b):
    """a exp(b x^2), b < 0."""
    a, b = mpf(a), mpf(b)

    def dual(p, q, c):
        det = sqrt((1 - 2 * b * p) * (1 - 2 * b * q) - 4 * b**2 * c**2)
        return a**2 / det, 4 * a**2 * b**2 * c / det**3

    return dual


def gelu(p, q, c):
    d = sqrt((1 + p) * (1 + q) - c**2)
    angle, both, product = atan2(c, d), (1 + p) * (1 + q), p * q
    t = ((c**2 + product * d**2) / (both * d) + c * angle) / (2 * pi) + c / 4
    return t, mpf(1) / 4 + angle / (2 * pi) + c / (2 * pi * d) * (1 / d**2 + (1 - product) / both + 1)


duals = {
    "relu": lambda p: rectifier(0, 1),
    "leaky_relu": lambda p: rectifier(p["alpha"], 1),
    "abs": lambda p: rectifier(-1, 1),
    "erf": lambda p: error_function(p["a"], p["b"], p["c"]),
    "erf_abc": lambda p: error_function(p["a"], p["b"], p["c"]),
    "sin": lambda p: sine(p["a"], p["b"], p["c"]),
    "sin_abc": lambda p: sine(p["a"], p["b"], p["c"]),
    "cos": lambda p: sine(p["a"], p["b"], mpf(p["c"]) + pi / 2),
    "rbf": lambda p: radial(p["gamma"]),
    "gelu": lambda p: gelu,
    "gaussian": lambda p: gaussian(p["a"], p["b"]),
}


# --- recursions; a kernel is a list of rows, with the diagonals for the inputs of rows and columns -----------------

def input_kernel(x, w2, b2, read=number):
    return [[w2 * sum(read(a) * read(b) for a, b in zip(u, v)) / len(u) + b2 for v in x] for u in x]


def layer(dual, nngp, ntk, w2, b2):
    n = len(nngp)
    pairs = {}
    for i in range(n):
        for j in range(i, n):
            t, slope = dual(nngp[i][i], nngp[j][j], nngp[i][j])
            pairs[i, j] = pairs[j, i] = (w2 * t + b2, w2 * slope)
    k = [[pairs[i, j][0] for j in range(n)] for i in range(n)]
    return k, [[k[i][j] + pairs[i, j][1] * ntk[i][j] for j in range(n)] for i in range(n)]


def mlp(dual, k, depth, w2, b2):
    ntk = k
    for _ in range(depth):
        k, ntk = layer(dual, k, ntk, w2, b2)
    return k, ntk


@recipe(*[f"ntk_mlp_{name}" for name in duals], loose=(0, 1e-40))  # 0 to 40 digits
def closed_form(g):
    dual = duals[g.params["activation"]]({k: decimal(v) for k, v in g.params.items() if isinstance(v, (int, float))})
    cases = []
    with workdps(40):
        for case in g.expected["cases"]:
            w2, b2 = decimal(case["sigma_w2"]), decimal(case["sigma_b2"])
            k = ntk = input_kernel(g.inputs["X"], w2, b2, decimal)
            depths = [{"hidden_layers": 0, "nngp": k, "ntk": ntk}]
            for depth in range(1, len(case["depths"])):
                k, ntk = layer(dual, k, ntk, w2, b2)
                depths.append({"hidden_layers": depth, "nngp": k, "ntk": ntk})
            cases.append({"sigma_w2": case["sigma_w2"], "sigma_b2": case["sigma_b2"], "depths": depths})
    return {"cases": cases}


def numeric_dual(f, slope, points=240, reach=9):
    """The trapezoid rule in two independent normal variables, in float64: exact to rounding for analytic functions."""
    import math

    nodes = [-reach + 2 * reach * i / (points - 1) for i in range(points)]
    weights = [math.exp(-z * z / 2) for z in nodes]
    total = math.fsum(weights)
    weights = [w / total for w in weights]

    def dual(p, q, c):
        p, q, c = float(p), float(q), float(c)
        along, across = c / math.sqrt(p), math.sqrt(max(q - c * c / p, 0.0))
        t, s = [], []
        for z, w in zip(nodes, weights):
            u = math.sqrt(p) * z
            inner = [(f(along * z + across * y), slope(along * z + across * y)) for y in nodes]
            t.append(w * f(u) * math.fsum(v * a for v, (a, _) in zip(weights, inner)))
            s.append(w * slope(u) * math.fsum(v * b for v, (_, b) in zip(weights, inner)))
        return mpf(math.fsum(t)), mpf(math.fsum(s))

    return dual


@recipe("ntk_mlp_tanh_numeric", "ntk_mlp_softplus_numeric", slow=True, loose=(1e-12, 1e-14))
def by_quadrature(g):
    import math

    f, slope = {
        "tanh": (math.tanh, lambda x: 1 - math.tanh(x) ** 2),
        "softplus": (lambda x: math.log1p(math.exp(-abs(x))) + max(x, 0.0), lambda x: 1 / (1 + math.exp(-x))),
    }[g.params["activation"]]
    w2, b2 = number(g.params["sigma_w2"]), number(g.params["sigma_b2"])
    dual = numeric_dual(f, slope)
    k = ntk = input_kernel(g.inputs["X"], w2, b2)
    cases = []
    for case in g.expected["cases"]:
        k, ntk = layer(dual, k, ntk, w2, b2)
        cases.append({**case, "nngp": k, "ntk": ntk})
    return {"cases": cases}


def standard(dual, k, widths, w2, b2, bias, fan_in):
    """Standard parameterisation: `k` is <x, x'> / fan_in of the inputs; gradients by the raw weights."""
    n = len(k)
    ntk = [[mpf(0)] * n for _ in range(n)]
    for depth in range(len(widths) + 1):
        if depth > 0:
            pairs = [[dual(k[i][i], k[j][j], k[i][j]) for j in range(n)] for i in range(n)]
            k = [[t for t, _ in row] for row in pairs]
            ntk = [[ntk[i][j] * pairs[i][j][1] for j in range(n)] for i in range(n)]
            fan_in = widths[depth - 1]
        ntk = [[fan_in * k[i][j] + w2 * ntk[i][j] + (1 if bias else 0) for j in range(n)] for i in range(n)]
        k = [[w2 * x + b2 for x in row] for row in k]
    return k, ntk


@recipe("ntk_standard_param_relu", loose=(1e-14, 0))
def standard_relu(g):
    x = g.inputs["X"]
    cases = []
    for case in g.expected["cases"]:
        k, ntk = standard(rectifier(0, 1), input_kernel(x, mpf(1), mpf(0)), case["widths"], number(case["sigma_w2"]),
                          number(case["sigma_b2"]), case["bias_trainable"], len(x[0]))
        cases.append({**case, "nngp": k, "ntk": ntk})
    return {"cases": cases}


# --- on position encodings: a stationary kernel stays stationary, so one row determines it --------------------------

def profile(dual, rho, depth, w2, b2, scale=1):
    """Kernels at inputs of norm `scale` whose normalised inner products are rho."""
    made = []
    for r in rho:
        k, ntk = mlp(dual, [[w2 * scale + b2, w2 * scale * r + b2], [w2 * scale * r + b2, w2 * scale + b2]], depth, w2, b2)
        made.append((k[0][1], ntk[0][1]))
    return made


def toeplitz(row):
    n = len(row)
    m = matrix(n, n)
    for i in range(n):
        for j in range(n):
            m[i, j] = row[abs(i - j)]
    return m


def eigenvalues(m, digits=40):
    with workdps(digits):
        return sorted(mp.eigsy(m, eigvals_only=True))


@recipe("ntk_over_sinusoidal_pe", slow=True, loose=(1e-11, 1e-13))
def over_sinusoidal(g):
    cases = []
    for case in g.expected["cases"]:
        w = geometric(case["base"], case["d"] // 2, mpf(case["d"]) / 2)
        rho = lambda x: sum(cos(x * f) for f in w) / len(w)
        dual = duals[case["activation"]]({"a": 1, "b": 1, "c": 0})
        w2, b2 = number(case["sigma_w2"]), number(case["sigma_b2"])
        with workdps(40):
            at = lambda offsets: profile(dual, [rho(x) for x in offsets], case["hidden_layers"], w2, b2, mpf(1) / 2)
            made = at([number(x) for x in case["delta"]])
            eigen = eigenvalues(toeplitz([ntk for _, ntk in at(range(32))]))
        cases.append({**case, "nngp_profile": [k for k, _ in made], "ntk_profile": [ntk for _, ntk in made],
                      "toeplitz_eigs_n32_desc": eigen[::-1]})
    return {"cases": cases}


@recipe("relu_ntk_circle_decay", loose=(1e-11, 1e-15))
def circle(g):
    """Fourier coefficients of the kernel over 256 points of a circle; the slope of those above 1e-12 from 2 on."""
    n, cases = g.params["n"], []
    with workdps(30):
        for case in g.expected["cases"]:
            w2, b2 = number(case["sigma_w2"]), number(case["sigma_b2"])
            row = [ntk for _, ntk in profile(rectifier(0, 1), [cos(2 * pi * i / n) for i in range(n)], 1, w2, b2, mpf(1) / 2)]
            waves = [cos(2 * pi * i / n) for i in range(n)]
            c = [sum(row[i] * waves[i * k % n] for i in range(n)) / n for k in range(25)]
            fit = case["fit_k"]
            x, y = [log(mpf(k)) for k in fit], [log(c[k]) for k in fit]
            mx, my = sum(x) / len(x), sum(y) / len(y)
            slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
            cases.append({**case, "fourier_eigs_0_to_24": c, "loglog_slope": slope})
    return {"cases": cases}


@recipe("fourier_features_kernel", loose=(1e-12, 1e-13))
def on_fourier_features(g):
    cases = []
    for case in g.expected["cases"]:
        a2 = [number(a) ** 2 for a in case["a"]]
        points = [[number(x) for x in v] for v in case["X"]]
        kernel = [[sum(a * cos(2 * pi * sum(number(f) * (x - y) for f, x, y in zip(b, u, v)))
                       for a, b in zip(a2, case["B"])) for v in points] for u in points]
        normal = [[x / sum(a2) for x in row] for row in kernel]
        networks = {}
        for name in case["relu_on_normalised_features"]:
            depth, w2, b2 = int(name[1]), mpf(2), number(float(name.split("_sb2_")[1]))
            k, ntk = mlp(rectifier(0, 1), [[w2 * x + b2 for x in row] for row in normal], depth, w2, b2)
            networks[name] = {"nngp": k, "ntk": ntk}
        cases.append({**case, "kernel": kernel, "kernel_normalised": normal, "relu_on_normalised_features": networks})
    return {"cases": cases}


# --- Tancik's figures -----------------------------------------------------------------------------------------------

def tancik_row(n, p, count):
    """Theta(i / count, 0) of four layers of width 1024 on features with amplitudes j^-p, j = 1 ... n / 2."""
    amplitudes = [mpf(1 if j == 1 else 0) if p == "inf" else mpf(j) ** -mpf(p) for j in range(1, n // 2 + 1)]
    total = sum(a**2 for a in amplitudes)
    width = 2 * len(amplitudes)
    row = []
    for i in range(count):
        r = sum(a**2 * cos(2 * pi * j * mpf(i) / count) for j, a in enumerate(amplitudes, 1)) / total
        k = [[mpf(1) / width, r / width], [r / width, mpf(1) / width]]
        row.append(standard(rectifier(0, 1), k, [1024] * 3, mpf(1), mpf(0), True, width)[1][0][1])
    return row


@recipe("tancik_fig2_ntk", loose=(1e-11, 1e-11))
def tancik_kernel(g):
    cases = []
    with workdps(40):
        for case in g.expected["cases"]:
            n = case["N"]
            row = tancik_row(n, case["p"], n)
            spectrum = [sum(x * cos(2 * pi * i * k / n) for i, x in enumerate(row)) for k in range(n // 2 + 1)]
            cases.append({**case, "ntk_row": row, "spectrum_0_to_N_over_2": spectrum})
    return {"cases": cases}


@recipe("tancik_fig3_flow", slow=True, loose=(1e-8, 1e-10))
def tancik_flow(g):
    """Gradient flow from 0 on every eighth of 256 points: in Fourier modes, as the kernel of the 32 is circulant."""
    y = [number(v) for v in g.inputs["y_256"]]
    m = g.params["M"]
    total, n = len(y), g.params["N_train"]
    train = y[::m]
    cases = []
    with workdps(30):
        for case in g.expected["cases"]:
            dense = tancik_row(n, case["p"], total)
            coarse = dense[::m]
            roots = [exp(2j * pi * k / n) for k in range(n)]
            lam = [sum(x * roots[i * k % n] for i, x in enumerate(coarse)).real for k in range(n)]
            modes = [sum(v * roots[-i * k % n] for i, v in enumerate(train)) for k in range(n)]
            curve = []
            for point in case["curve"]:
                time = number(point["lr"]) * point["steps"]
                fade = [exp(-time * x) for x in lam]
                weight = [(1 - f) / x * c for f, x, c in zip(fade, lam, modes)]
                alpha = [sum(c * roots[i * k % n] for k, c in enumerate(weight)).real / n for i in range(n)]
                f = [sum(dense[(t - m * i) % total] * a for i, a in enumerate(alpha)) for t in range(total)]
                test = [t for t in range(total) if t % m]
                curve.append({**point, "train_mse": sum((f[t] - y[t]) ** 2 for t in range(0, total, m)) / n,
                              "test_mse": sum((f[t] - y[t]) ** 2 for t in test) / len(test),
                              "abs_fft_error_k_1_5_15": [abs(fade[k] * modes[k]) for k in (1, 5, 15)],
                              "f_test_every_16": f[::16]})
            cases.append({**case, "eigenvalues_asc": sorted(lam), "curve": curve})
    return {"cases": cases}


# --- finite networks ------------------------------------------------------------------------------------------------

@recipe("empirical_ntk_explicit", loose=(1e-11, 1e-12))
def explicit(g):
    """J J^T by back-propagation through weights that the file holds."""
    activation = {"relu": (lambda x: max(x, mpf(0)), lambda x: mpf(x > 0)), "tanh": (tanh, lambda x: 1 - tanh(x) ** 2),
                  "sin": (sin, cos)}
    cases = []
    with workdps(30):
        for case in g.expected["cases"]:
            f, slope = activation[case["activation"]]
            dims = case["dims"]
            w = [[[number(v) for v in row] for row in m] for m in case["W"]]
            b = [[number(v) for v in row] for row in case["b"]]
            ntk_form = case["parameterization"] == "ntk"
            s = [number(case["sigma_w"]) / sqrt(mpf(d)) if ntk_form else mpf(1) for d in dims[:-1]]
            t = number(case["sigma_b"]) if ntk_form else mpf(1)
            runs = []
            for x in case["X"]:
                a, z = [[number(v) for v in x]], []
                for l in range(len(w)):
                    z.append([s[l] * sum(a[l][i] * w[l][i][j] for i in range(dims[l])) + t * b[l][j]
                              for j in range(dims[l + 1])])
                    a.append([f(v) for v in z[l]])
                delta = [None] * len(w)
                delta[-1] = [mpf(1)]
                for l in range(len(w) - 2, -1, -1):
                    delta[l] = [slope(z[l][i]) * s[l + 1] * sum(w[l + 1][i][j] * delta[l + 1][j] for j in range(dims[l + 2]))
                                for i in range(dims[l + 1])]
                runs.append((z[-1][0], a, delta))
            dot = lambda u, v: sum(p * q for p, q in zip(u, v))
            ntk = [[sum(dot(d1[l], d2[l]) * (s[l] ** 2 * dot(a1[l], a2[l]) + t**2) for l in range(len(w)))
                    for _, a2, d2 in runs] for _, a1, d1 in runs]
            last = len(w) - 1
            nngp = [[dot(a1[last], a2[last]) / dims[last] for _, a2, _ in runs] for _, a1, _ in runs]
            cases.append({**case, "f": [r[0] for r in runs], "ntk": ntk, "empirical_nngp_last_hidden": nngp})
    return {"cases": cases}


@recipe("gradient_flow_mse", loose=(1e-7, 1e-9))
def flow(g):
    """f0 + (I - exp(-eta K t)) (y - f0), by the matrix exponential where that converges, else by eigenvectors."""
    column = lambda v: matrix([number(x) for x in v])
    k, kt = matrix(g.inputs["K"]), matrix(g.inputs["K_test_train"])
    y, f0, ft0 = column(g.inputs["y"]), column(g.inputs["f0"]), column(g.inputs["f0_test"])
    cases = []
    with workdps(40):
        lam, q = mp.eigsy(k)
        modes = q.T * (y - f0)
        top = max(lam)
        for case in g.expected["cases"]:
            time = number(case["eta"]) * number(case["t"])
            fade = [exp(-time * x) for x in lam]
            # small eigenvalues belong to a duplicated input, which leaves nothing to learn
            f = f0 + q * matrix([(1 - e) * m for e, m in zip(fade, modes)])
            test = ft0 + kt * (q * matrix([(1 - e) / x * m for e, x, m in zip(fade, lam, modes)]))
            step = min(number(case["eta"]), 1 / top)
            cases.append({**case, "f_train": list(f), "f_test": list(test), "residual_factors_by_ascending_eigenvalue": fade,
                          "train_mse": sum((a - b) ** 2 for a, b in zip(f, y)) / len(y),
                          "discrete_gd_residual_factors": [(1 - step * x) ** number(case["t"]) for x in lam]})
    return {"cases": cases}
