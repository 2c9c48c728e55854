"""Python names of the methods of the JavaScript API, and why some have none. A test compares this list with the API."""

from __future__ import annotations

#: JavaScript name → name in `posenc`
NAMES = {
    "analyse": "analyse",
    "analyses": "analyses",
    "attentionBias": "Encoding.attention_bias",
    "attentionScores": "Encoding.attention_scores",
    "biasVector": "bias_vector",
    "channelGram": "channel_gram",
    "check": "check",
    "compare": "compare",
    "cosSin": "Encoding.cos_sin",
    "decayBound": "Encoding.decay_bound",
    "derivative": "Encoding.derivative",
    "diffConfigs": "diff",
    "encodings": "encodings",
    "engines": "engines",
    "exportConfig": "export_config",
    "extendContext": "extend",
    "facts": "Encoding.facts",
    "fix": "fix",
    "frequencies": "Encoding.frequencies",
    "gram": "Encoding.gram",
    "identify": "identify",
    "importConfig": "import_config",
    "kernelProfile": "Encoding.kernel_profile",
    "multimodalIds": "multimodal_ids",
    "precision": "precision",
    "prepare": "Encoding",
    "relativeMap": "Encoding.relative_map",
    "report": "report",
    "resumeTraining": "resume_training",
    "rotary": "encoding_of",
    "rotate": "Encoding.rotate",
    "shape": "Encoding.axes",
    "table": "Encoding.table",
    "tasks": "tasks",
    "text": "Result.__str__",
    "train": "train",
}  # fmt: skip

_GPU = "results stay on a WebGPU device, which Node.js has none of"
#: JavaScript name → why Python has no counterpart
WITHOUT = {
    "attentionBiasOnGpu": _GPU,
    "gramOnGpu": _GPU,
    "kernelProfileOnGpu": _GPU,
    "networkKernelOnGpu": _GPU,
    "rotateOnGpu": _GPU,
    "tableOnGpu": _GPU,
    "tableBlocks": "Encoding.table of a range gives any block",
}
