"""The training workloads in PyTorch: a transformer of its own layers, first weights and batch as in training.mjs."""
import torch

from kernels import noise


def numbers(k, *shape):
    n = 1
    for size in shape:
        n *= size
    return torch.from_numpy(noise(100_000 * k + torch.arange(n).numpy())).float().reshape(shape) / 4


class Block(torch.nn.Module):
    def __init__(self, w, k):
        super().__init__()
        d, h = w["dim"], w["hidden"]
        self.position = torch.nn.Parameter(numbers(k, w["rows"], d))
        self.attention = torch.nn.MultiheadAttention(d, w["heads"], 0, batch_first=True)
        self.norm1, self.norm2 = torch.nn.LayerNorm(d), torch.nn.LayerNorm(d)
        self.up, self.down = torch.nn.Linear(d, h), torch.nn.Linear(h, d)
        layers = [self.up, torch.nn.GELU(), self.down] + ([torch.nn.GELU()] if w["mlpOutputActivation"] else [])
        self.mlp = torch.nn.Sequential(*layers)
        # ours are (in, out)
        self.attention.in_proj_weight.data = numbers(k + 1, d, 3 * d).T.contiguous()
        self.attention.out_proj.weight.data = numbers(k + 3, d, d).T.contiguous()
        self.up.weight.data = numbers(k + 5, d, h).T.contiguous()
        self.down.weight.data = numbers(k + 7, h, d).T.contiguous()
        for bias in (self.attention.in_proj_bias, self.attention.out_proj.bias, self.up.bias, self.down.bias):
            bias.data.zero_()

    def forward(self, x):
        x = x + self.position
        a, _ = self.attention(x, x, x, need_weights=False)
        x = self.norm1(a + x)
        return self.norm2(self.mlp(x) + x)


class Model(torch.nn.Module):
    def __init__(self, w):
        super().__init__()
        self.embed, self.read = torch.nn.Linear(w["inputs"], w["dim"]), torch.nn.Linear(w["dim"], w["outputs"])
        tensors = 13  # of a block
        self.blocks = torch.nn.Sequential(*[Block(w, 3 + tensors * b) for b in range(w["blocks"])])
        self.embed.weight.data = numbers(1, w["inputs"], w["dim"]).T.contiguous()
        self.read.weight.data = numbers(3 + tensors * w["blocks"], w["dim"], w["outputs"]).T.contiguous()
        for bias in (self.embed.bias, self.read.bias):
            bias.data.zero_()
        self.last_only = w["lastOnly"]

    def forward(self, x):
        x = self.blocks(self.embed(x))
        return self.read(x[:, -1] if self.last_only else x)


def prepare(w):
    with torch.enable_grad():
        model = Model(w)
    shape = (w["samples"], w["rows"], w["inputs"])
    x = 4 * numbers(0, *shape)
    queries = w["samples"] * (1 if w["lastOnly"] else w["rows"])
    classes = torch.arange(queries) * 7 % w["outputs"]
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0)

    def step():
        with torch.enable_grad():
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x).flatten(0, -2), classes)
            loss.backward()
            optimizer.step()
        return loss.detach()

    return step
