"""Golden files that no formula makes: what another program printed, what a machine measured, what somebody wrote."""

files = {
    "quotations": "words of the documents that the page of errata quotes; no numbers",
    "rope_nd_executed": "the classes that its entries name, of diffusers 58eb52c0 or the release of the entry, and of transformers at the "
    "commit of the entry, cut out of their files and run with PyTorch 1.13.0a0 on the CPU; nine digits of the cosine and sine of each pair at some cells, and of "
    "what the class's own function makes of x, which is exact; cells are those that the class's own lines count",
    "gemma3n_audio": "Gemma3nAudioRelativePositionEmbedding.forward and the lines of Gemma3nAudioAttention that scale, divide into chunks and "
    "mask, of transformers b87ecf8c, on PyTorch 1.13.0a0; queries, keys and weights are exact",
    "kimi_k25_frames": "Kimi_K25VisionPositionEmbeddings.compute_pos_embed of transformers 033b1a82 on PyTorch 1.13.0a0",
    "table_hashes": "SHA-256 of tables, by g++, clang++ and WebAssembly alike: `build/native/tests/table_hashes`",
    "torch_resize_3x4_to_5x3": "torch.nn.functional.interpolate of PyTorch 1.13.0a0 in float64, on the CPU, for the modes, "
    "sizes and flags that are its keys; tests/encodings/resample_test.cpp has the formula",
    "empirical_ntk_convergence_mc": "400 draws a width of networks of NumPy; random, so the file states bounds and not digits",
    "mrope_axes": "the functions that each case names, taken out of vLLM, SGLang, transformers, VideoRoPE and diffusers, on a "
    "table whose entry is 1000 * id + pair; sections are in the order of the file, ids in axes",
    "lst_puzzles": "a generator of its own in Python, answers counted over all 576 squares by brute force",
    "lst_transformer_forward_backward": "PyTorch in float64; its gradients also by central differences (2.7e-10)",
    "spherical_harmonics_satclip": "SatCLIP's functions SH and SphericalHarmonics.forward on PyTorch 1.13.0a0 in float64; of its "
    "analytic code, which is printed by sympy, the generator's formula calc_ylm with the closed form's Legendre polynomials",
    "protein_relative_bins": "EsmFoldRelativePosition.forward up to its embedding, and AlphaFold's offset, clip and one-hot, on "
    "PyTorch 1.13.0a0",
    "inkling_n7": "InklingRelativeLogits.forward and the lines of InklingAttention that scale and multiply, on PyTorch 1.13.0a0 in "
    "float64",
    "riflex_identify_k": "identify_k of RIFLEx's riflex_utils.py on Python 3.11.2",
}
