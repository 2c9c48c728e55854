"""Golden files that no formula makes: what another program printed, what a machine measured, what somebody wrote."""

files = {
    "quotations": "words of the documents that the page of errata quotes; no numbers",
    "rope_nd_executed": "the classes that its entries name, of diffusers 58eb52c0 and transformers, cut out of their files and run with "
    "PyTorch 1.13.0a0 on the CPU; nine digits of the cosine and sine of each pair at some cells",
    "table_hashes": "SHA-256 of tables, by g++, clang++ and WebAssembly alike: `build/native/tests/table_hashes`",
    "torch_resize_3x4_to_5x3": "torch.nn.functional.interpolate of PyTorch 1.13.0a0 in float64, on the CPU, for the modes, "
    "sizes and flags that are its keys; tests/encodings/resample_test.cpp has the formula",
    "empirical_ntk_convergence_mc": "400 draws a width of networks of NumPy; random, so the file states bounds and not digits",
    "lst_puzzles": "a generator of its own in Python, answers counted over all 576 squares by brute force",
    "lst_transformer_forward_backward": "PyTorch in float64; its gradients also by central differences (2.7e-10)",
}
