"""Prints the default configuration of every model type of the installed transformers, a line of JSON each.

    python defaults.py default > transformers-5.23.0.jsonl
    python defaults.py default-4 rotary > transformers-4.57.6.jsonl    # types with a rotary position alone
"""

import json
import os
import re
import sys
import warnings

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
warnings.filterwarnings("ignore")
import transformers
from transformers.models.auto import configuration_auto, modeling_auto

# Fields that no class reads to place or turn a token; without them the corpus has half the bytes.
ELSEWHERE = re.compile(
    r"^(_name_or_path|.*_token_id|id2label|label2id|transformers_version|chunk_size_feed_forward|output_\w+|problem_type"
    r"|return_dict|is_encoder_decoder|.*dropout\w*|.*_drop|drop_path\w*|initializer_\w+|init_std|.*_eps|use_cache"
    r"|_commit_hash|attn_implementation|gradient_checkpointing|dtype|torch_dtype|.*_loss\w*|.*loss_\w+|.*_coef\w*"
    r"|tie_word_embeddings|hidden_act|.*activation\w*|finetuning_task|pruned_heads|tokenizer_class|prefix"
    r"|suppress_tokens|begin_suppress_tokens|forced_\w+|use_bfloat16|torchscript|name_or_path|kwargs)$"
)
HEADS = (
    "MODEL_FOR_CAUSAL_LM_MAPPING_NAMES",
    "MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES",
    "MODEL_FOR_MULTIMODAL_LM_MAPPING_NAMES",
    "MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES",
    "MODEL_FOR_MASKED_LM_MAPPING_NAMES",
    "MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING_NAMES",
    "MODEL_MAPPING_NAMES",
)


def kept(value):
    """Without fields that are about something else, at any depth."""
    if isinstance(value, dict):
        return {key: kept(inner) for key, inner in value.items() if not ELSEWHERE.match(key)}
    return value


def architecture(model_type):
    for mapping in HEADS:
        found = getattr(modeling_auto, mapping, {}).get(model_type)
        if found:
            return found if isinstance(found, str) else found[0]
    return None


prefix, *only = sys.argv[1:]
for model_type in sorted(configuration_auto.CONFIG_MAPPING_NAMES):
    try:
        written = configuration_auto.CONFIG_MAPPING[model_type]().to_json_string(use_diff=False)
    except Exception as error:
        print(f"{model_type}: {type(error).__name__}: {error}"[:200], file=sys.stderr)
        continue
    name = architecture(model_type)
    fields = {key: value for key, value in kept(json.loads(written)).items() if key not in ("architectures", "model_type")}
    config = {**({"architectures": [name]} if name else {}), "model_type": model_type, **fields}
    if only and not re.search("rope_|rotary", json.dumps(config)):
        continue
    origin = f"default of transformers {transformers.__version__}"
    print(json.dumps({"id": f"{prefix}/{model_type}", "origin": origin, "config": config}, separators=(",", ":")))
