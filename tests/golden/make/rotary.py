"""Rotary embedding, its variants and context extensions."""
from mpmath import ceil, cos, exp, floor, fabs, log, mpc, mpf, pi, sin, sqrt, workprec

from absolute import geometric
from exact import number
from recipes import recipe


def wavelength_report(frequencies, context):
    """How many pairs make a full turn within the context. Positive frequencies fall with the index."""
    waves = [2 * pi / f for f in frequencies]
    full = [w <= context for w in waves]
    return {
        "context": context,
        "pairs": len(waves),
        "pairs_with_full_turn": sum(full),
        "first_pair_without_full_turn": full.index(False) if False in full else None,
        "min_wavelength": min(waves),
        "max_wavelength": max(waves),
    }


def mscale(factor, m=1):
    return mpf(1) if factor <= 1 else mpf(m) / 10 * log(factor) + 1


def yarn_code(frequencies, d, base, scaling):
    """The ramp of the released code: linear in the index of the pair."""
    s, length = number(scaling["factor"]), scaling["original_max_position_embeddings"]
    at = lambda turns: d * log(length / (number(turns) * 2 * pi)) / (2 * log(number(base)))
    low, high = at(scaling.get("beta_fast", 32)), at(scaling.get("beta_slow", 1))
    if scaling.get("truncate", True):
        low, high = floor(low), ceil(high)
    low, high = max(low, mpf(0)), min(high, mpf(d - 1))
    ramp = [min(max((i - low) / (high - low), mpf(0)), mpf(1)) for i in range(len(frequencies))]
    return low, high, ramp, [f / s * r + f * (1 - r) for f, r in zip(frequencies, ramp)]


def by_parts(frequencies, s, length, alpha, beta):
    """YaRN's Definition 2: a ramp over the turns within the trained length."""
    made = []
    for f in frequencies:
        g = min(max((length * f / (2 * pi) - alpha) / (mpf(beta) - alpha), mpf(0)), mpf(1))
        made.append((1 - g) * f / s + g * f)
    return made


@recipe("rope_llama2_7b", "rope_codellama_7b", "rope_mistral_7b_v01", "rope_gemma3_local", "rope_gemma3_27b_global",
        "rope_llama31_8b", "rope_llama31_70b", "rope_qwen25_yarn", "rope_gpt_oss", "rope_deepseek_v2",
        "rope_deepseek_v3", "rope_phi3_mini_128k")
def of_config(g):
    p = g.params
    base, d = p["rope_theta"], p.get("qk_rope_head_dim", p.get("head_dim"))
    scaling = p.get("rope_scaling", {})
    kind = scaling.get("rope_type", scaling.get("type"))
    plain = geometric(base, d // 2, mpf(d) / 2)
    context = p.get("max_position_embeddings", p.get("sliding_window"))
    more, amplitude = {}, 1
    if kind == "longrope":
        return longrope(g, plain)
    if kind == "linear":
        frequencies = [f / number(scaling["factor"]) for f in plain]
    elif kind == "llama3":
        frequencies = by_parts(plain, number(scaling["factor"]), scaling["original_max_position_embeddings"],
                               number(scaling["low_freq_factor"]), number(scaling["high_freq_factor"]))
    elif kind == "yarn":
        low, high, ramp, frequencies = yarn_code(plain, d, base, scaling)
        s = number(scaling["factor"])
        context = int(scaling["factor"] * scaling["original_max_position_embeddings"])
        amplitude = mscale(s)
        more = {"low": low, "high": high, "ramp": ramp}
        if "mscale_all_dim" in scaling:
            all_channels = mscale(s, number(scaling["mscale_all_dim"]))
            amplitude = mscale(s, number(scaling["mscale"])) / all_channels
            more["softmax_scale_multiplier"] = all_channels**2
            more["softmax_scale"] = all_channels**2 / sqrt(mpf(p["qk_nope_head_dim"] + d))
    else:
        frequencies = plain
    return {"inv_freq": frequencies, "attention_factor": amplitude,
            "wavelength_report": wavelength_report(frequencies, context), **more}


def longrope(g, plain):
    p, scaling = g.params, g.params["rope_scaling"]
    trained, context = p["original_max_position_embeddings"], p["max_position_embeddings"]
    s = mpf(context) / trained
    short = [f / number(x) for f, x in zip(plain, scaling["short_factor"])]
    long = [f / number(x) for f, x in zip(plain, scaling["long_factor"])]
    return {"inv_freq_short": short, "inv_freq_long": long, "attention_factor": sqrt(1 + log(s) / log(mpf(trained))),
            "factor": s, "switch": g.expected["switch"], "wavelength_report_short": wavelength_report(short, trained),
            "wavelength_report_long": wavelength_report(long, context)}


@recipe("rope_partial_gptneox20b")
def partial(g):
    d = int(g.params["head_dim"] * g.params["partial_rotary_factor"])
    return {"rotary_dim": d, "inv_freq": geometric(g.params["rope_theta"], d // 2, mpf(d) / 2)}


@recipe("rope_pi_linear")
def linear(g):
    d = g.params["dim"]
    return {"inv_freq": [f / g.params["s"] for f in geometric(g.params["base"], d // 2, mpf(d) / 2)]}


@recipe("rope_ntk_aware_s4")
def ntk_aware(g):
    d, s = g.params["dim"], mpf(g.params["s"])
    base = g.params["base"] * s ** (mpf(d) / (d - 2))
    made = geometric(base, d // 2, mpf(d) / 2)
    return {"base": base, "inv_freq": made,
            "ratio_to_default": [a / b for a, b in zip(made, geometric(g.params["base"], d // 2, mpf(d) / 2))]}


@recipe("rope_dynamic_ntk")
def dynamic_ntk(g):
    p = g.params
    d, trained, s = p["dim"], p["max_position_embeddings"], number(p["factor"])
    made = {}
    for length in g.positions:
        base = number(p["rope_theta"]) * (s * max(length, trained) / trained - (s - 1)) ** (mpf(d) / (d - 2))
        made[str(length)] = {"base": base, "inv_freq": geometric(base, d // 2, mpf(d) / 2)}
    return made


@recipe("rope_ntk_by_parts_paper")
def ntk_by_parts(g):
    p = g.params
    plain = geometric(p["base"], p["dim"] // 2, mpf(p["dim"]) / 2)
    return {"inv_freq": by_parts(plain, mpf(p["s"]), p["L"], p["alpha"], p["beta"])}


@recipe("rope_trig_llama31_large")
def trig(g):
    plain = geometric(500000, 64, 64)
    w = by_parts(plain, mpf(8), 8192, 1, 4)
    return {name: [[f(number(x) * t) for t in w] for x in g.positions] for name, f in (("cos", cos), ("sin", sin))}


@recipe("rope_decay_bound_d128")
def decay_bound(g):
    """The mean of |S_j|, S_j the sum of the first j of e^(i theta_k x)."""
    d = g.params["d"]
    w = geometric(g.params["base"], d // 2, mpf(d) / 2)
    made = []
    for x in g.positions:
        s, total = mpc(0), mpf(0)
        for f in w:
            s += exp(mpc(0, number(x) * f))
            total += fabs(s)
        made.append(total / len(w))
    return made


def turned(v, angles, layout, rotary):
    y = list(v)
    for i, a in enumerate(angles):
        j, k = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, i + rotary // 2)
        y[j], y[k] = v[j] * cos(a) - v[k] * sin(a), v[k] * cos(a) + v[j] * sin(a)
    return y


@recipe("rope_apply_d8", "rope_apply_partial")
def applied(g):
    p = g.params
    r = p.get("rotary_dim", p["d"])
    w = geometric(p["base"], r // 2, mpf(r) / 2)
    vectors = {name: [number(x) for x in g.inputs[name]] for name in ("q", "k")}
    made = {}
    for layout in ("interleaved", "half"):
        rows = {name: [turned(v, [number(x) * f for f in w], layout, r) for x in g.positions]
                for name, v in vectors.items()}
        score = sum(a * b for a, b in zip(rows["q"][-1], rows["k"][0]))
        made[layout] = {**rows, "score_q_last_k_first": score}
    return made


@recipe("mrope_qwen2vl", "mrope_qwen3vl_interleaved")
def mrope(g):
    p = g.params
    pairs, (_, rows, columns) = p["dim"] // 2, p["mrope_section"]
    if p["interleaved"]:
        axes = [1 if i % 3 == 1 and i < 3 * rows else 2 if i % 3 == 2 and i < 3 * columns else 0 for i in range(pairs)]
    else:
        axes = [axis for axis, count in enumerate(p["mrope_section"]) for _ in range(count)]
    w = geometric(p["base"], pairs, pairs)
    angles = [[number(x[axis]) * f for axis, f in zip(axes, w)] for x in g.positions]
    return {"axis_of_pair": axes, "angles": angles, "cos": [[cos(a) for a in row] for row in angles],
            "sin": [[sin(a) for a in row] for row in angles]}


@recipe("rope2d_axial_d16")
def axial(g):
    p = g.params
    w = geometric(p["theta"], p["d"] // 4, p["d"] // 4)
    return {"angles": [[x * f for f in w] + [y * f for f in w] for y in range(p["end_y"]) for x in range(p["end_x"])]}


@recipe("rope2d_mixed")
def mixed(g):
    p = g.params
    return {"angles": [[x * number(a) + y * number(b) for a, b in zip(p["fx"], p["fy"])]
                       for y in range(p["end_y"]) for x in range(p["end_x"])]}


@recipe("xpos_d64_b512")
def xpos(g):
    p = g.params
    gamma = number(p["gamma"])
    zeta = [(mpf(2) * i / p["d"] + gamma) / (1 + gamma) for i in range(p["d"] // 2)]
    power = lambda x: [z ** (mpf(x) / p["scale_base"]) for z in zeta]
    return {"zeta": zeta, "q_scale": [power(x) for x in g.positions], "k_scale": [power(-x) for x in g.positions]}


@recipe("llama4_temperature")
def temperature(g):
    p = g.params
    return [1 + mpf(str(p["attn_scale"])) * log(floor(mpf(x + 1) / p["floor_scale"]) + 1) for x in g.positions]


def causal(n, distance):
    return [[distance(m, k) if k <= m else None for k in range(n)] for m in range(n)]


@recipe("relmaps_20")
def maps(g):
    p = g.params
    n, w, leak = p["n"], p["rerope_w"], p["leaky_w"]
    group, window = p["selfextend_G"], p["selfextend_W"]
    size = p["dca_chunk_size"]
    c = size - p["dca_local_size"]

    def dual_chunk(m, k):
        apart = m // c - k // c
        return (m % c if apart == 0 else min(m % c + c, size) if apart == 1 else min(2 * c - 1, size)) - k % c

    return {
        "rerope": causal(n, lambda m, k: min(m - k, w)),
        "leaky_rerope": causal(n, lambda m, k: mpf(m - k) if m - k < leak else leak + mpf(m - k - leak) / p["leaky_k"]),
        "self_extend": causal(n, lambda m, k: m - k if m - k < window else m // group + window - window // group - k // group),
        "dual_chunk": causal(n, dual_chunk),
    }


@recipe("rope_16bit_halfway")
def rounded_to_16_bits(g):
    """One rounding of the exact number to 8 and 11 bits; all of them are normal numbers of both formats."""
    frequencies = geometric(g.params["base"], g.params["dim"] // 2, mpf(g.params["dim"]) / 2)
    made = {}
    for format, bits in (("bf16", 8), ("f16", 11)):
        at = g.inputs[format]
        exact = [(sin if s else cos)(p * frequencies[i]) for p, i, s in zip(at["positions"], at["pairs"], at["sine"])]
        with workprec(bits):
            made[format] = [+x for x in exact]
    return made
