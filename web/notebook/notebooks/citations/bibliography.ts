/** Written by web/tools/bibliography.mjs from examples/notebooks/references.bib. Do not edit. */
export interface Reference {
  /** Short form in the text. */
  readonly label: string;
  /** Full form in the list of references. */
  readonly full: string;
  readonly address?: string;
}

// prettier-ignore
export const bibliography: Readonly<Record<string, Reference>> = {
  vaswani2017: { label: 'Vaswani et al. 2017', full: 'Ashish Vaswani et al. (2017). Attention Is All You Need. arXiv:1706.03762.', address: 'https://arxiv.org/abs/1706.03762' },
  shaw2018: { label: 'Shaw et al. 2018', full: 'Peter Shaw et al. (2018). Self-Attention with Relative Position Representations. arXiv:1803.02155.', address: 'https://arxiv.org/abs/1803.02155' },
  dai2019: { label: 'Dai et al. 2019', full: 'Zihang Dai et al. (2019). Transformer-XL: Attentive Language Models beyond a Fixed-Length Context. arXiv:1901.02860.', address: 'https://arxiv.org/abs/1901.02860' },
  raffel2020: { label: 'Raffel et al. 2020', full: 'Colin Raffel et al. (2020). Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer. arXiv:1910.10683.', address: 'https://arxiv.org/abs/1910.10683' },
  he2021: { label: 'He et al. 2021', full: 'Pengcheng He et al. (2021). DeBERTa: Decoding-enhanced BERT with Disentangled Attention. arXiv:2006.03654.', address: 'https://arxiv.org/abs/2006.03654' },
  press2022: { label: 'Press et al. 2022', full: 'Ofir Press et al. (2022). Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation. arXiv:2108.12409.', address: 'https://arxiv.org/abs/2108.12409' },
  chi2022: { label: 'Chi et al. 2022', full: 'Ta-Chung Chi et al. (2022). KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation. arXiv:2205.09921.', address: 'https://arxiv.org/abs/2205.09921' },
  li2023: { label: 'Li et al. 2023', full: 'Shanda Li et al. (2023). Functional Interpolation for Relative Positions Improves Long Context Transformers. arXiv:2310.04418.', address: 'https://arxiv.org/abs/2310.04418' },
  golovneva2024: { label: 'Golovneva et al. 2024', full: 'Olga Golovneva et al. (2024). Contextual Position Encoding: Learning to Count What\'s Important. arXiv:2405.18719.', address: 'https://arxiv.org/abs/2405.18719' },
  su2021: { label: 'Su et al. 2021', full: 'Jianlin Su et al. (2021). RoFormer: Enhanced Transformer with Rotary Position Embedding. arXiv:2104.09864.', address: 'https://arxiv.org/abs/2104.09864' },
  sun2022: { label: 'Sun et al. 2022', full: 'Yutao Sun et al. (2022). A Length-Extrapolatable Transformer. arXiv:2212.10554.', address: 'https://arxiv.org/abs/2212.10554' },
  chen2023: { label: 'Chen et al. 2023', full: 'Shouyuan Chen et al. (2023). Extending Context Window of Large Language Models via Positional Interpolation. arXiv:2306.15595.', address: 'https://arxiv.org/abs/2306.15595' },
  peng2023: { label: 'Peng et al. 2023', full: 'Bowen Peng et al. (2023). YaRN: Efficient Context Window Extension of Large Language Models. arXiv:2309.00071.', address: 'https://arxiv.org/abs/2309.00071' },
  ding2024: { label: 'Ding et al. 2024', full: 'Yiran Ding et al. (2024). LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens. arXiv:2402.13753.', address: 'https://arxiv.org/abs/2402.13753' },
  xiong2023: { label: 'Xiong et al. 2023', full: 'Wenhan Xiong et al. (2023). Effective Long-Context Scaling of Foundation Models. arXiv:2309.16039.', address: 'https://arxiv.org/abs/2309.16039' },
  men2024: { label: 'Men et al. 2024', full: 'Xin Men et al. (2024). Base of RoPE Bounds Context Length. arXiv:2405.14591.', address: 'https://arxiv.org/abs/2405.14591' },
  kazemnejad2023: { label: 'Kazemnejad et al. 2023', full: 'Amirhossein Kazemnejad et al. (2023). The Impact of Positional Encoding on Length Generalization in Transformers. arXiv:2305.19466.', address: 'https://arxiv.org/abs/2305.19466' },
  haviv2022: { label: 'Haviv et al. 2022', full: 'Adi Haviv et al. (2022). Transformer Language Models without Positional Encodings Still Learn Positional Information. arXiv:2203.16634.', address: 'https://arxiv.org/abs/2203.16634' },
  barbero2024: { label: 'Barbero et al. 2024', full: 'Federico Barbero et al. (2024). Round and Round We Go! What Makes Rotary Positional Encodings Useful? arXiv:2410.06205.', address: 'https://arxiv.org/abs/2410.06205' },
  devlin2019: { label: 'Devlin et al. 2019', full: 'Jacob Devlin et al. (2019). BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding. arXiv:1810.04805.', address: 'https://arxiv.org/abs/1810.04805' },
  dosovitskiy2021: { label: 'Dosovitskiy et al. 2021', full: 'Alexey Dosovitskiy et al. (2021). An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale. arXiv:2010.11929.', address: 'https://arxiv.org/abs/2010.11929' },
  ito2025: { label: 'Ito et al. 2025', full: 'Takuya Ito et al. (2025). Learning positional encodings in transformers depends on initialization. arXiv:2406.08272.', address: 'https://arxiv.org/abs/2406.08272' },
  jacot2018: { label: 'Jacot et al. 2018', full: 'Arthur Jacot et al. (2018). Neural Tangent Kernel: Convergence and Generalization in Neural Networks. arXiv:1806.07572.', address: 'https://arxiv.org/abs/1806.07572' },
  lee2019: { label: 'Lee et al. 2019', full: 'Jaehoon Lee et al. (2019). Wide Neural Networks of Any Depth Evolve as Linear Models Under Gradient Descent. arXiv:1902.06720.', address: 'https://arxiv.org/abs/1902.06720' },
  rahaman2019: { label: 'Rahaman et al. 2019', full: 'Nasim Rahaman et al. (2019). On the Spectral Bias of Neural Networks. arXiv:1806.08734.', address: 'https://arxiv.org/abs/1806.08734' },
  tancik2020: { label: 'Tancik et al. 2020', full: 'Matthew Tancik et al. (2020). Fourier Features Let Networks Learn High Frequency Functions in Low Dimensional Domains. arXiv:2006.10739.', address: 'https://arxiv.org/abs/2006.10739' },
  mildenhall2020: { label: 'Mildenhall et al. 2020', full: 'Ben Mildenhall et al. (2020). NeRF: Representing Scenes as Neural Radiance Fields for View Synthesis. arXiv:2003.08934.', address: 'https://arxiv.org/abs/2003.08934' },
  ho2020: { label: 'Ho et al. 2020', full: 'Jonathan Ho et al. (2020). Denoising Diffusion Probabilistic Models. arXiv:2006.11239.', address: 'https://arxiv.org/abs/2006.11239' },
  rahimi2007: { label: 'Rahimi and Recht 2007', full: 'Ali Rahimi and Benjamin Recht (2007). Random Features for Large-Scale Kernel Machines. Advances in Neural Information Processing Systems 20.' },
  bloc972023: { label: 'bloc97 2023', full: 'bloc97 (2023). NTK-Aware Scaled RoPE allows LLaMA models to have extended (8k+) context size without any fine-tuning and minimal perplexity degradation. Reddit, r/LocalLLaMA.' },
  pustejovsky2025: { label: 'Pustejovsky 2025', full: 'James Pustejovsky (2025). Positional Encoding. Slides of CS115B, Brandeis University, 8 April 2025.' },
  aalipour: { label: 'Aalipour', full: 'Ghodrat Aalipour. Understanding Positional Embeddings in Transformers. An article on the web.' },
  anonymous: { label: 'Anonymous', full: 'Anonymous. Position Embeddings: Connections to NTK and Fourier Features. A paper under double-blind review.' },
  ito2024: { label: 'Ito et al. 2024', full: 'Takuya Ito et al. (2024). Learning positional encodings in transformers depends on initialization. The abstract of arXiv:2406.08272v2, 8 November 2024.' },
  turgutlu2023: { label: 'Turgutlu 2023', full: 'Kerem Turgutlu (2023). LlamaRotaryEmbedding (wrong cache value when casting model to float16/bfloat16). GitHub, huggingface/transformers, issue 25681.' },
  birney2006: { label: 'Birney et al. 2006', full: 'Damian P. Birney et al. (2006). Measuring the Influence of Complexity on Relational Reasoning: The Development of the Latin Square Task. Educational and Psychological Measurement 66, 146–171.' },
  kornblith2019: { label: 'Kornblith et al. 2019', full: 'Simon Kornblith et al. (2019). Similarity of Neural Network Representations Revisited. arXiv:1905.00414.', address: 'https://arxiv.org/abs/1905.00414' },
  nguyen2021: { label: 'Nguyen et al. 2021', full: 'Thao Nguyen et al. (2021). Do Wide and Deep Networks Learn the Same Things? Uncovering How Neural Network Representations Vary with Width and Depth. arXiv:2010.15327.', address: 'https://arxiv.org/abs/2010.15327' },
  thompson1936: { label: 'Thompson 1936', full: 'William R. Thompson (1936). On Confidence Ranges for the Median and Other Expectation Distributions for Populations of Unknown Distribution Form. Annals of Mathematical Statistics 7, 122–128.' },
  vaswani2018: { label: 'Vaswani et al. 2018', full: 'Ashish Vaswani et al. (2018). Tensor2Tensor for Neural Machine Translation. arXiv:1803.07416.', address: 'https://arxiv.org/abs/1803.07416' },
  ott2019: { label: 'Ott et al. 2019', full: 'Myle Ott et al. (2019). fairseq: A Fast, Extensible Toolkit for Sequence Modeling. arXiv:1904.01038.', address: 'https://arxiv.org/abs/1904.01038' },
  junczys2018: { label: 'Junczys-Dowmunt et al. 2018', full: 'Marcin Junczys-Dowmunt et al. (2018). Marian: Fast Neural Machine Translation in C++. arXiv:1804.00344.', address: 'https://arxiv.org/abs/1804.00344' },
  carion2020: { label: 'Carion et al. 2020', full: 'Nicolas Carion et al. (2020). End-to-End Object Detection with Transformers. arXiv:2005.12872.', address: 'https://arxiv.org/abs/2005.12872' },
  rombach2022: { label: 'Rombach et al. 2022', full: 'Robin Rombach et al. (2022). High-Resolution Image Synthesis with Latent Diffusion Models. arXiv:2112.10752.', address: 'https://arxiv.org/abs/2112.10752' },
  he2022: { label: 'He et al. 2022', full: 'Kaiming He et al. (2022). Masked Autoencoders Are Scalable Vision Learners. arXiv:2111.06377.', address: 'https://arxiv.org/abs/2111.06377' },
  chizat2019: { label: 'Chizat et al. 2019', full: 'Lénaïc Chizat et al. (2019). On Lazy Training in Differentiable Programming. arXiv:1812.07956.', address: 'https://arxiv.org/abs/1812.07956' },
};
