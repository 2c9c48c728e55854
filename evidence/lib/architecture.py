"""The class of a file for engines that choose it by `architectures`, which defaults and old cases may lack."""

import re

ENDINGS = ("ForCausalLM", "ForConditionalGeneration", "ForMaskedLM", "Model")


def architecture_of(config, known):
    """The name in the file; if it has none, the known one that is the type's name with a usual ending, or None."""
    named = (config.get("architectures") or [None])[0]
    model_type = config.get("model_type")
    if named or not isinstance(model_type, str):
        return named
    plain = lambda name: re.sub(r"[^a-z0-9]", "", name.lower())
    names = {plain(name): name for name in known}
    stems = dict.fromkeys((model_type, re.sub(r"_text(_model)?$", "", model_type)))
    return next((names[key] for stem in stems for end in ENDINGS if (key := plain(stem + end)) in names), None)
