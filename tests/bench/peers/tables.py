"""The workloads of tables, rotations and biases; `peer` is the module that has the functions for each."""


def prepare(workload, peer):
    task, rows, spec = workload["task"], workload["rows"], workload["spec"]
    if task == "index":
        return lambda: peer.swin_index(spec["windowHeight"], spec["windowWidth"])
    if task == "resize":
        return peer.resize(spec, workload["dim"])
    if spec["encoding"] == "t5":
        return peer.t5_bias(spec, rows)
    if task == "table":
        return lambda: peer.table(spec, 0, rows)
    if task == "rotate":
        return peer.rotation(spec, workload["heads"], rows, workload["dim"])
    return peer.alibi_bias(workload["heads"], rows)
