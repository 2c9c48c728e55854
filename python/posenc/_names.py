"""What each method of the JavaScript API is called here, and why some are not. A test compares the list with that of the API."""

from __future__ import annotations

#: by its name there, what it is in `posenc`
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
#: by its name there, why there is nothing here
WITHOUT = {
    "attentionBiasOnGpu": _GPU,
    "gramOnGpu": _GPU,
    "kernelProfileOnGpu": _GPU,
    "networkKernelOnGpu": _GPU,
    "rotateOnGpu": _GPU,
    "tableOnGpu": _GPU,
    "tableBlocks": "Encoding.table of a range gives any block",
}
