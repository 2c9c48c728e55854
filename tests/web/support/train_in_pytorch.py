"""
Trains the transformer of each case of standard input by PyTorch's own functions and optimisers, from the weights that
are given and on all samples in every step. Prints the losses, and the gradients of every step by the names of the weights.
"""
import json
import math
import sys

import torch
import torch.nn.functional as F

torch.set_num_threads(1)


def rotated(x):
    """x (samples, heads, tokens, width): neighbouring channels turn by the token's number times 10000^(-2i/width)."""
    tokens, width = x.shape[-2:]
    angles = torch.arange(tokens)[:, None] * 10000.0 ** (-torch.arange(0, width, 2) / width)
    turned = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous()) * torch.polar(torch.ones(()), angles.float())
    return torch.view_as_real(turned).flatten(-2)


def attention(w, x, name, model):
    samples, tokens, d = x.shape
    heads = model["heads"]
    qkv = x @ w[name + "qkv.weight"] + w[name + "qkv.bias"]
    q, k, v = (part.unflatten(-1, (heads, -1)).transpose(1, 2) for part in qkv.chunk(3, -1))
    if model["positions"] == "rope":
        q, k = rotated(q), rotated(k)
    mask = torch.zeros(heads, tokens, tokens)
    if model["positions"] == "alibi":
        behind = torch.arange(tokens)[:, None] - torch.arange(tokens)
        mask = mask - torch.tensor([2 ** (-8 * (h + 1) / heads) for h in range(heads)])[:, None, None] * behind
    if model["causal"]:
        mask = mask + torch.full((tokens, tokens), -math.inf).triu(1)
    y = F.softmax(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + mask, -1) @ v
    return y.transpose(1, 2).flatten(-2) @ w[name + "out.weight"] + w[name + "out.bias"]


def logits(w, x, model):
    activation = {"gelu": F.gelu, "relu": F.relu}[model["activation"]]

    def mlp(x, name):
        y = activation(x @ w[name + "up.weight"] + w[name + "up.bias"]) @ w[name + "down.weight"] + w[name + "down.bias"]
        return activation(y) if model["mlpOutputActivation"] else y

    def norm(x, name):
        return F.layer_norm(x, x.shape[-1:], w[name + ".weight"].flatten(), w[name + ".bias"].flatten())

    x = x @ w["embed.weight"] + w["embed.bias"]
    if model["positions"] == "input":
        x = x + w["position.learned.values"].reshape(x.shape[1:])
    for block in range(model["blocks"]):
        at = f"blocks.{block}."
        if model["positions"] == "blocks":
            x = x + w[at + "position.learned.values"].reshape(x.shape[1:])
        if model["preNorm"]:
            x = x + attention(w, norm(x, at + "norm1"), at + "attention.", model)
            x = x + mlp(norm(x, at + "norm2"), at + "mlp.")
        else:
            x = norm(x + attention(w, x, at + "attention.", model), at + "norm1")
            x = norm(x + mlp(x, at + "mlp."), at + "norm2")
    if model["preNorm"]:
        x = norm(x, "norm")
    return x[:, -1] @ w["read.weight"] + w["read.bias"]


def trained(case):
    w = {name: torch.tensor(data, dtype=torch.float32).reshape(shape).requires_grad_() for name, shape, data in case["weights"]}
    x = F.one_hot(torch.tensor(case["cells"]).reshape(-1, 16), 6)[..., 1:].float()
    answers = torch.tensor(case["answers"]) - 1
    kind = {"sgd": torch.optim.SGD, "adamw": torch.optim.AdamW}[case["optimizer"]]
    optimizer = kind(w.values(), lr=case["learningRate"], weight_decay=case["weightDecay"])
    losses, gradients = [], []
    for _ in range(case["steps"]):
        optimizer.zero_grad()
        loss = F.cross_entropy(logits(w, x, case["model"]), answers)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        gradients.append({name: tensor.grad.flatten().tolist() for name, tensor in w.items()})
    return {
        "losses": losses,
        "gradients": gradients,
        "weights": {name: tensor.flatten().tolist() for name, tensor in w.items()},
    }


json.dump([trained(case) for case in json.load(sys.stdin)], sys.stdout)
