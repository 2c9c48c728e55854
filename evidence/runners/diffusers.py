"""diffusers: a model of pictures or videos gets queries that are basis vectors, and its attention what it makes of them.

Turns, channels and places of cells are then those of the release. A model has one block of each kind, parameters have no
values. Arguments that a pipeline computes are from its own function, if it has one.
"""

import importlib
import inspect
import pkgutil
import re
import sys
from types import SimpleNamespace

import diffusers.models
import numpy as np
import torch
import torch.nn.functional as F
from cells import WORDS, measured
from diffusers import AllegroPipeline, CogVideoXPipeline, ConsisIDPipeline
from diffusers.models import embeddings
from diffusers.models.modeling_utils import ModelMixin
from real_positions import RealPositions, noise
from runner import Unsettled, message, run

torch.set_num_threads(1)
FRAMES, ROWS, COLUMNS = GRID = (3, 3, 4)
CELLS = FRAMES * ROWS * COLUMNS
BLOCKS = re.compile(r"layers|^depth|num_.*blocks$")
QUERY = re.compile(r"(^|_)(to_q|add_q|q_proj|wq|q|query|qkv|to_qkv_mlp|query_layer)(_|$)")
ROTARY = re.compile(r"Rotary|R[oO]P[eE]|PosEmbed$|EmbedND")
NORM = re.compile(r"norm.*_(q|k|qk)$|(^|_)(q|k|query|key|qk)_.*norm")
# Arguments without a default that a model needs; none is about positions.
NEEDED = {
    "EasyAnimateTransformer3DModel": {"in_channels": 16, "out_channels": 16, "patch_size": 2},
    "HiDreamImageTransformer2DModel": {"patch_size": 2, "caption_channels": [4096, 4096], "llama_layers": [0, 0]},
    "HunyuanDiT2DModel": {"in_channels": 4, "patch_size": 2, "hidden_size": 1408},
    "HunyuanVideoFramepackTransformer3DModel": {"has_clean_x_embedder": True, "has_image_proj": True},
    "LatteTransformer3DModel": {"in_channels": 4, "patch_size": 2},
    "LuminaNextDiT2DModel": {"ffn_dim_multiplier": 1.0, "num_kv_heads": 8},
}


def classes():
    found = {}
    for one in pkgutil.walk_packages(diffusers.models.__path__, "diffusers.models."):
        if ".transformers." in one.name:
            module = importlib.import_module(one.name)
            found |= {
                name: own
                for name, own in vars(module).items()
                if inspect.isclass(own) and issubclass(own, ModelMixin) and own.__module__ == one.name
            }
    return found


KNOWN = classes()


class Probe(RealPositions):
    """Keeps the queries that reach an attention."""

    def __init__(self):
        super().__init__()
        self.kept = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is F.scaled_dot_product_attention:
            query = (args or (kwargs["query"],))[0]
            self.kept.append(query.detach())
            return query.clone()
        if getattr(func, "__name__", "") == "to" and torch.bfloat16 in args:
            return args[0]  # Kandinsky 5 rounds what it has turned
        if func is torch.matmul and not self.building and args[1].dim() == 4 and args[1].shape[-1] == CELLS:
            self.kept.append(args[1].detach().transpose(-1, -2))  # linear attention
        return super().__torch_function__(func, types, args, kwargs)


def built(own, fields):
    whole = {key: fields.get(key, one.default) for key, one in inspect.signature(own.__init__).parameters.items()}
    few = {key: 1 for key, value in whole.items() if BLOCKS.search(key) and type(value) is int and value > 1}
    if whole.get("vace_layers"):
        few["vace_layers"] = [0]
    if "HiDream" in own.__name__:  # pictures that are not square get as many tokens as the largest
        few["max_resolution"] = (8, 8)
    if "sample_height" in whole:  # a pipeline fits pictures of other sizes into those of the training
        size = whole["patch_size"]
        few |= {"sample_height": ROWS * size, "sample_width": COLUMNS * size}
    probe = Probe()
    with probe:
        model = own(**(fields | few))
    probe.building = False
    return model, probe


def prepare(model, basis):
    """Queries become basis vectors, one for each item of the batch, and are not normalised."""

    def to_basis(_module, _args, out):
        width = basis["width"]
        if not width or out.shape[-1] % width or out.shape[0] % width:
            return noise(out)
        rows = torch.eye(width).repeat_interleave(out.shape[0] // width, 0).repeat(1, out.shape[-1] // width)
        return rows.view(out.shape[0], *[1] * (out.dim() - 2), -1).expand(out.shape).clone()

    for path, module in model.named_modules():
        name = path.rpartition(".")[2]
        if isinstance(module, torch.nn.Linear) and QUERY.search(name):
            module.register_forward_hook(to_basis)
        elif NORM.search(name):
            module.forward = lambda *given: given[0] if len(given) == 1 else given[:2]


def sizes(model):
    """Lengths of a patch in time and in space."""
    config = model.config
    size = config.get("patch_size") or config.get("all_patch_size") or 1
    size = list(size) if isinstance(size, (list, tuple)) else [size]
    return config.get("patch_size_t") or (size[0] if len(size) == 3 else 1), size[-1]


def width_of(model, *names):
    found = next((one for one in map(model.config.get, names) if type(one) is int), None)
    if found is None:
        raise Unsettled(f"its width has no name of {', '.join(names)}")
    return found


def places(axes):
    """The coordinates of the cells, as a pipeline counts them: frame or picture, row, column, and 0."""
    if axes == 2:
        return torch.cartesian_prod(torch.arange(ROWS), torch.arange(COLUMNS))
    cells = torch.cartesian_prod(*map(torch.arange, GRID))
    return F.pad(cells, (0, axes - 3))


TEXT = (
    *("text_dim", "text_embed_dim", "joint_attention_dim", "caption_channels", "encoder_hidden_states_channels"),
    *("context_in_dim", "cap_feat_dim", "text_in_dim", "text_hidden_dim", "in_text_dim", "cross_attention_dim"),
    *("dit_text_dim", "encoder_hidden_size", "hidden_size", "cond_token_dim", "condition_dim"),
)
# Numbers of tokens that a class demands.
WORDY = {
    "CogVideoXTransformer3DModel": 226,
    "ConsisIDTransformer3DModel": 226,
    "MiniMaxMusic3Transformer1DModel": CELLS,
}


def latents(model, batch):
    """The main input and the numbers of cells."""
    name = type(model).__name__
    time, size = sizes(model)
    parameters = inspect.signature(model.forward).parameters
    channels = width_of(model, "in_channels", "in_visual_dim", "latent_dim", "io_channels", "in_dim")
    if "1D" in name or "Audio" in name:
        long = torch.zeros(batch, CELLS * size, channels)
        return long.transpose(1, 2) if name.startswith(("Stable", "MiniMax")) else long, (1, 1, CELLS)
    if {"img_ids", "position_ids"} & set(parameters):
        return torch.zeros(batch, CELLS, channels), GRID
    if "img_shapes" in parameters:
        return torch.zeros(batch, CELLS, channels), GRID
    if name.startswith("Kandinsky"):
        given = 2 * channels + 1 if model.config.get("visual_cond", True) else channels
        return torch.zeros(batch, FRAMES * time, ROWS * size, COLUMNS * size, given), GRID
    if "video_coords" in parameters or name.startswith("LTX"):
        return torch.zeros(batch, CELLS, channels), GRID
    space = (ROWS * size, COLUMNS * size)
    if "3D" not in name:
        return torch.zeros(batch, channels, *space), (1, ROWS, COLUMNS)
    if name.startswith(("CogVideoX", "ConsisID", "AnyFlow")):
        return torch.zeros(batch, FRAMES * time, channels, *space), GRID
    return torch.zeros(batch, channels, FRAMES * time, *space), GRID


def tables_of(model):
    """What the pipeline of a model gives it."""
    name, config = type(model).__name__, model.config
    time, size = sizes(model)
    pipeline = SimpleNamespace(vae_scale_factor_spatial=8, transformer=model)
    space, cpu = (8 * ROWS * size, 8 * COLUMNS * size), torch.device("cpu")
    if name == "AllegroTransformer3DModel":
        return AllegroPipeline._prepare_rotary_positional_embeddings(pipeline, 1, *space, FRAMES, cpu)
    if name == "ConsisIDTransformer3DModel" and config.use_rotary_positional_embeddings:
        return ConsisIDPipeline._prepare_rotary_positional_embeddings(pipeline, *space, FRAMES * time, cpu)
    if name == "CogVideoXTransformer3DModel" and config.use_rotary_positional_embeddings:
        return CogVideoXPipeline._prepare_rotary_positional_embeddings(pipeline, *space, FRAMES * time, cpu)
    if name == "HunyuanDiT2DModel":
        grid = (ROWS, COLUMNS)
        return embeddings.get_2d_rotary_pos_embed(
            model.inner_dim // model.num_heads, ((0, 0), grid), grid, output_type="pt"
        )
    if name == "LuminaNextDiT2DModel":
        return embeddings.get_2d_rotary_pos_embed_lumina(model.head_dim, 384, 384)
    return None


def general(model, name, batch, cells):
    """An argument by its name; None if it is left out."""
    config, own = model.config, type(model).__name__
    time, size = sizes(model)
    words = WORDY.get(own, WORDS)
    axes = next((len(v) for k, v in config.items() if re.match(r"(rope_)?axes_dims?(_rope)?$", k) and v), 3)
    text = lambda *names: torch.zeros(batch, words, width_of(model, *names))
    mask = lambda: torch.ones(batch, words, dtype=torch.bool)
    video = lambda channels, frames=FRAMES: torch.zeros(batch, channels, frames * time, ROWS * size, COLUMNS * size)
    ids = F.pad(torch.arange(WORDS)[:, None], (axes - 1, 0)) if axes == 4 else torch.zeros(WORDS, axes)
    values = {
        **dict.fromkeys(("timestep", "timesteps", "t"), lambda: torch.zeros(batch)),
        "guidance": lambda: torch.ones(batch) if config.get("guidance_embeds") else None,
        "encoder_hidden_states": lambda: text(*TEXT),
        "encoder_hidden_states_2": lambda: text("text_embed_2_dim") if config.get("text_embed_2_dim") else None,
        "encoder_hidden_states_t5": lambda: None,
        **dict.fromkeys(("encoder_hidden_states_mask", "encoder_attention_mask", "encoder_mask"), mask),
        "encoder_attention_mask_2": mask,
        "pooled_projections": lambda: (
            torch.zeros(batch, width_of(model, "pooled_projection_dim", "in_text_dim2"))
            if config.get("pooled_projection_dim") or config.get("in_text_dim2")
            else None
        ),
        "text_encoder_layers": lambda: (
            [torch.zeros(batch, words, config.text_encoder_dim)] * (config.num_layers + config.num_single_layers)
        ),
        "image_embeds": lambda: (
            torch.zeros(batch, 2, width_of(model, "image_embed_dim", "image_proj_dim"))
            if config.get("image_embed_dim") or config.get("image_proj_dim")
            else None
        ),
        "indices_latents": lambda: torch.arange(FRAMES),
        "img_ids": lambda: places(axes),
        "txt_ids": lambda: ids,
        "position_ids": lambda: torch.cat((torch.zeros(WORDS, axes), places(axes))),
        "img_shapes": lambda: [[cells]] * batch,
        **dict.fromkeys(("original_size", "target_size", "crop_coords"), lambda: torch.zeros(batch, 2)),
        "visual_rope_pos": lambda: tuple(torch.arange(one) for one in cells),
        "text_rope_pos": lambda: torch.arange(WORDS),
        "height": lambda: ROWS,
        "width": lambda: COLUMNS,
        "num_frames": lambda: FRAMES,
        "rope_interpolation_scale": lambda: (8 / 25, 32, 32),  # of LTXPipeline, at 25 frames a second
        "image_rotary_emb": lambda: tables_of(model),
        "rotary_embedding": lambda: embeddings.get_1d_rotary_pos_embed(
            config.attention_head_dim // 2, CELLS + 1, use_real=True, repeat_interleave_real=False
        ),
        "global_hidden_states": lambda: (
            torch.zeros(batch, 1, width_of(model, "global_states_input_dim"))
            if config.get("global_states_input_dim")
            else torch.zeros(batch, width_of(model, "global_cond_dim"))
        ),
        "control_hidden_states": lambda: video(config.vace_in_channels) if config.get("vace_in_channels") else None,
        "pose_hidden_states": lambda: video(config.latent_channels, FRAMES - 1),
        "encoder_hidden_states_image": lambda: (
            torch.zeros(batch, 257, config.image_dim) if config.get("image_dim") else None
        ),
        "face_pixel_values": lambda: torch.zeros(batch, 3, 1, 8, 8),
        "padding_mask": lambda: torch.zeros(1, 1, ROWS * size, COLUMNS * size),
        "text_bth": lambda: text(*TEXT),
        "text_lens": lambda: torch.full((batch,), words),
        "prior_token_id": lambda: torch.zeros(batch, ROWS * COLUMNS, dtype=torch.long),
        "prior_token_drop": lambda: torch.zeros(batch, ROWS * COLUMNS, dtype=torch.bool),
        "chunk_partition": lambda: [FRAMES],
        "return_dict": lambda: False,
    }
    return values[name]() if name in values else None


def of_zimage(model, batch):
    size = model.config.all_patch_size[0]
    return {
        "x": [torch.zeros(model.config.in_channels, 1, ROWS * size, COLUMNS * size)] * batch,
        "cap_feats": [torch.zeros(WORDS, model.config.cap_feat_dim)] * batch,
    }


def of_hidream(model, batch):
    config = model.config
    return {
        "hidden_states": torch.zeros(batch, config.in_channels, ROWS * 2, COLUMNS * 2),
        "encoder_hidden_states_t5": torch.zeros(batch, WORDS, config.caption_channels[0]),
        "encoder_hidden_states_llama3": torch.zeros(1, batch, WORDS, config.caption_channels[1]),
        "pooled_embeds": torch.zeros(batch, config.text_emb_dim),
    }


def of_minimax(model, batch):
    """The file says nothing about places: cells are counted by 1."""
    config, others = model.config, WORDS + 1
    numbers = torch.zeros(CELLS + others, dtype=torch.long)
    return {
        "hidden_states": torch.zeros(batch, CELLS, config.in_channels * config.patch_size[-1] ** 2),
        "audio_hidden_states": torch.zeros(batch, 1, config.audio_in_channels),
        "timestep": torch.zeros(1),
        "timestep_indices": numbers,
        "token_tags": numbers,
        "position_ids": F.pad(places(3).float(), (0, 0, 0, others)),
        "video_indices": torch.arange(CELLS),
        "text_indices": torch.arange(CELLS, CELLS + WORDS),
        "audio_indices": torch.arange(CELLS + WORDS, CELLS + others),
    }


def of_ideogram(model, batch):
    config, count = model.config, WORDS + CELLS
    return {
        "hidden_states": torch.zeros(batch, count, config.in_channels),
        "encoder_hidden_states": torch.zeros(batch, count, config.llm_features_dim),
        "position_ids": F.pad(places(3), (0, 0, WORDS, 0)).expand(batch, -1, -1),
        "segment_ids": torch.zeros(batch, count, dtype=torch.long),
        "indicator": torch.full((batch, count), 2),
    }


def of_joyimage_plus(model, batch):
    return {
        "hidden_states": torch.zeros(batch, CELLS, model.config.in_channels, *model.config.patch_size),
        "shape_list": [[GRID]] * batch,
    }


def of_ltx2(model, batch):
    config = model.config
    return {
        "hidden_states": torch.zeros(batch, CELLS, config.in_channels),
        "audio_hidden_states": torch.zeros(batch, 2, config.audio_in_channels),
        "encoder_hidden_states": torch.zeros(batch, WORDS, config.caption_channels),
        "audio_encoder_hidden_states": torch.zeros(batch, WORDS, config.caption_channels),
        "audio_num_frames": 2,
    }


def of_anyflow(_model, batch):
    return {key: torch.zeros(batch, FRAMES) for key in ("timestep", "r_timestep")}


def of_acestep(model, batch):
    config, count = model.config, CELLS * model.config.patch_size
    own = config.audio_acoustic_hidden_dim
    return {
        "hidden_states": torch.zeros(batch, count, own),
        "context_latents": torch.zeros(batch, count, config.in_channels - own),
        "timestep_r": torch.zeros(batch),
    }


def of_krea2(model, batch):
    config = model.config
    return {"encoder_hidden_states": torch.zeros(batch, WORDS, config.num_text_layers, config.text_hidden_dim)}


def of_qwenimage21(model, batch):
    """A slot of the text stands for four tokens of the picture."""
    slots = ROWS * COLUMNS // 4
    return {
        "hidden_states": torch.zeros(batch, ROWS * COLUMNS, model.config.in_channels),
        "encoder_hidden_states": torch.zeros(batch, WORDS, model.config.context_in_dim),
        "img_shapes": [[(1, ROWS, COLUMNS)]] * batch,
        "img_mask": torch.arange(WORDS + slots).ge(WORDS).expand(batch, -1),
    }


def of_hunyuandit(model, batch):
    config = model.config
    return {
        "encoder_hidden_states": torch.zeros(batch, config.text_len, config.cross_attention_dim),
        "encoder_hidden_states_t5": torch.zeros(batch, config.text_len_t5, config.cross_attention_dim_t5),
        "text_embedding_mask": torch.ones(batch, config.text_len),
        "text_embedding_mask_t5": torch.ones(batch, config.text_len_t5),
        "image_meta_size": torch.zeros(batch, 6),
        "style": torch.zeros(batch, dtype=torch.long),
    }


def of_framepack(model, batch):
    """Pictures that were made before stand in front of the cells."""
    size, own = model.config.patch_size, {}
    for key, frames in (("latents_clean", 1), ("latents_history_2x", 2), ("latents_history_4x", 4)):
        own[key] = torch.zeros(batch, model.config.in_channels, frames, ROWS * size, COLUMNS * size)
        own[f"indices_{key}"] = torch.arange(frames)
    return own


SPECIAL = {
    "AceStepTransformer1DModel": of_acestep,
    "AnyFlowFARTransformer3DModel": of_anyflow,
    "AnyFlowTransformer3DModel": of_anyflow,
    "HunyuanDiT2DModel": of_hunyuandit,
    "Krea2Transformer2DModel": of_krea2,
    "QwenImage21Transformer2DModel": of_qwenimage21,
    "HiDreamImageTransformer2DModel": of_hidream,
    "HunyuanVideoFramepackTransformer3DModel": of_framepack,
    "Ideogram4Transformer2DModel": of_ideogram,
    "JoyImageEditPlusTransformer3DModel": of_joyimage_plus,
    "LTX2VideoTransformer3DModel": of_ltx2,
    "MiniMaxH3Transformer3DModel": of_minimax,
    "ZImageTransformer2DModel": of_zimage,
}
PICTURES = ("HiDream", "ZImage", "QwenImage21")


def called(model, probe, batch):
    name = type(model).__name__
    own = SPECIAL[name](model, batch) if name in SPECIAL else {}
    if {"hidden_states", "x"} & set(own):
        cells = (1, ROWS, COLUMNS) if name.startswith(PICTURES) else (1, 1, CELLS) if "1D" in name else GRID
    else:
        own["hidden_states"], cells = latents(model, batch)
    for key in inspect.signature(model.forward).parameters:
        if key not in own:
            value = general(model, key, batch, cells)
            if value is not None:
                own[key] = value
    probe.kept, failed = [], None
    try:
        with probe, torch.no_grad():
            model(**own)
    except Exception as error:
        failed = error
    return probe.kept, cells, failed


def observe(fields, _case):
    fields = dict(fields)
    name = fields.pop("_class_name")
    accepted = inspect.signature(KNOWN[name].__init__).parameters
    unknown = sorted(set(fields) - set(accepted))
    needed = {key: value for key, value in NEEDED.get(name, {}).items() if fields.get(key) is None}
    model, probe = built(KNOWN[name], {key: one for key, one in fields.items() if key in accepted} | needed)
    if "motion_encoder_dim" in model.config:  # it sees faces, and no positions
        model.motion_encoder.forward = lambda faces: torch.zeros(len(faces), model.config.motion_encoder_dim)
    basis = {"width": 0}
    prepare(model, basis)
    kept, cells, failed = called(model, probe, 1)
    takes = lambda query: query.dim() == 4 and query.shape[2] >= np.prod(cells)
    found = []
    for width in sorted({query.shape[-1] for query in kept if takes(query)}):
        basis["width"] = width
        kept, _, failed = called(model, probe, width)
        for query in kept:
            if query.shape[0] == width == query.shape[-1] and takes(query):
                found += [facts for facts in measured(query, cells) if facts not in found]
    if basis["width"] == 0:
        raise failed or Unsettled("no attention takes all cells")
    if not found and any(ROTARY.search(type(module).__name__) for module in model.modules()):
        raise Unsettled("it has a rotary class, whose turns no attention showed")
    return {
        "rotations": found,
        **({"partial": message(failed)} if failed is not None else {}),
        **({"ignored": unknown} if unknown else {}),
        **({"filled": sorted(needed)} if needed else {}),
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["--names"]:
        print("\n".join(sorted(KNOWN)))
    else:
        run(observe, 300)
