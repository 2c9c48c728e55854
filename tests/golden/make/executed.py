"""Golden files that no formula makes: they hold what another program printed, or what a machine measured."""

files = {
    "table_hashes": "SHA-256 of tables, by g++, clang++ and WebAssembly alike: `build/native/tests/table_hashes`",
    "torch_resize_3x4_to_5x3": "torch.nn.functional.interpolate of PyTorch 1.13.0a0 in float64, on the CPU, for the modes, "
    "sizes and flags that are its keys; tests/encodings/resample_test.cpp has the formula",
    "empirical_ntk_convergence_mc": "400 draws a width of networks of NumPy; random, so the file states bounds and not digits",
}
