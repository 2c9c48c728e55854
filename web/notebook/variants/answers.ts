/** Answers to the questions, with formulas, and where they were asked; loaded on the first user action. */
import { html } from '../kit/html.js';
import { rich } from '../widgets/rich.js';
import { sourceLinks } from '../widgets/source.js';

interface Discussed {
  /** Text between $ signs is TeX, a line is a paragraph. The answer to the first question is in pairs.ts. */
  readonly answer?: string;
  /** Comma-separated places where it was asked. */
  readonly asked: string;
}

export const paragraphs = (id: string): HTMLElement[] =>
  (discussed[id]?.answer ?? '').split('\n').map((paragraph) => html`<p>${rich(paragraph)}</p>`);

export const sourcesOf = (id: string): HTMLElement => sourceLinks(discussed[id]?.asked ?? '');

const tex = String.raw;

/** Keyed by question id. */
export const discussed: Readonly<Record<string, Discussed>> = {
  layout: {
    asked:
      'tensorflow/tensor2tensor#1925, facebookresearch/fairseq#4648, kimiyoung/transformer-xl#119, lucidrains/x-transformers#252, lucidrains/denoising-diffusion-pytorch#76, lucidrains/denoising-diffusion-pytorch#357, huggingface/diffusers#3981, hojonathanho/diffusion#15, tatp22/multidim-positional-encoding#20, huggingface/blog#2183',
  },
  denominator: {
    answer: tex`Another function, not another order: with $d/2-1$ (tensor2tensor, fairseq, DDPM) every frequency but the first is lower, and the last wavelength is exactly $2\pi\cdot 10000$.
No permutation helps. With $d/2$ (the paper) the last wavelength is $2\pi\cdot 10000^{(d-2)/d}$.`,
    asked:
      'tensorflow/tensor2tensor#1925, tensorflow/tensor2tensor#177, tensorflow/tensor2tensor#1591, tensorflow/tensor2tensor#1677, facebookresearch/fairseq#4648, allenai/allennlp#2993, hojonathanho/diffusion#15',
  },
  'rotate-half': {
    answer: tex`The same rotations of other pairs of channels. Meta’s Llama and GPT-J turn $(2i, 2i+1)$, transformers and GPT-NeoX turn $(i, i+r/2)$.
To convert, permute the rows of the query and key projections, for each head and within the rotated part only. Row $i$ of half is row $2i$ of interleaved, and row $i+r/2$ is row $2i+1$.`,
    asked:
      'huggingface/transformers#25199, EleutherAI/gpt-neox#834, Dao-AILab/flash-attention#45, karpathy/nanochat#264, rasbt/LLMs-from-scratch#838, tenstorrent/tt-metal#26844, vllm-project/vllm-ascend#12780, huggingface/transformers.js#1416',
  },
  mae: {
    answer: tex`In MAE the first half encodes the column $x$, although the variable is called emb_h; in timm the first half encodes the row $y$.
With timm’s sines and cosines kept together for each axis, one table is the other with its halves exchanged. By default timm puts the sines of both axes before the cosines, which exchanges two quarters more.`,
    asked:
      'facebookresearch/mae#18, facebookresearch/mae#67, facebookresearch/mae#218, huggingface/diffusers#10877, huggingface/transformers#41380, leondgarse/keras_cv_attention_models#26, pytorch/torchtitan#4244, PKU-YuanGroup/Open-Sora-Plan#315',
  },
  yarn: {
    answer: tex`No. The paper blends by the number of turns that training saw, the released code, transformers, vLLM and llama.cpp by the index of the pair. For Llama 2 extended 16-fold the frequencies are apart by a factor of 3.0 at pair 38.
Llama 3’s rule is the one of the paper, with $\alpha = 1$ and $\beta = 4$ and without the temperature.`,
    asked:
      'arXiv:2309.00071, https://github.com/jquesnelle/yarn, huggingface/transformers#47435, ggml-org/llama.cpp#7118, ggml-org/llama.cpp#17945',
  },
  timestep: {
    answer: tex`No: DDPM puts sines first and divides by $h-1$, Stable Diffusion puts cosines first and divides by $h$. Exchanging the halves is not enough, because the frequencies differ, too.`,
    asked: 'hojonathanho/diffusion#15, lucidrains/denoising-diffusion-pytorch#76, huggingface/diffusers#3981',
  },
  alibi: {
    answer: tex`The released code takes those of 8 heads and then every other one of 16. Reading the paper’s $2^{-8h/n}$ for $n = 12$ gives a different function. For powers of two both agree.`,
    asked:
      'ofirpress/attention_with_linear_biases#17, ml-explore/mlx#343, ml-explore/mlx#3071, NVIDIA/TensorRT-LLM#1611, baichuan-inc/Baichuan2#225',
  },
};
