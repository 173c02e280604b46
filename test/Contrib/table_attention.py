#===- table_attention.py - Attention in its many forms --------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Attention, MultiHeadAttention, GroupQueryAttention, RotaryEmbedding."""
import numpy as np

from cases import case, given, w, x

B, S, N, D = 2, 5, 4, 8
H = N * D
I32 = {"dtype": np.int32}


def lengths(*values):
    return given(values, np.int32)


MASK2 = given([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], np.int32)



def mask3():
    """Every row sees something: of a row that sees nothing only noise is left."""
    mask = x(B, S, S, low=0, high=1, **I32)
    mask.value[:, :, 0] = 1
    return mask


# Attention: packed projection
projection = [x(B, S, 16), w(16, 3 * H), w(3 * H)]
case("Attention", projection, {"num_heads": N})
case("Attention", [x(B, S, 16), w(16, 3 * H)], {"num_heads": N, "scale": 0.3}, tag="scale")
case("Attention", projection, {"num_heads": N, "unidirectional": 1}, tag="causal")
case("Attention", [*projection, MASK2], {"num_heads": N}, tag="mask")
case("Attention", [*projection, MASK2], {"num_heads": N, "unidirectional": 1}, tag="mask_causal")
case("Attention", [*projection, MASK2], {"num_heads": N, "mask_filter_value": -3.0}, tag="mask_value")
case("Attention", [*projection, mask3()], {"num_heads": N}, tag="mask3")
case("Attention", [*projection, lengths(3, 5)], {"num_heads": N}, tag="ends", modes=("static",))
case("Attention", [*projection, lengths(4, 5, 1, 0)], {"num_heads": N}, tag="ends_starts", modes=("static",))
case("Attention", [*projection, None, x(2, B, N, 3, D)], {"num_heads": N, "unidirectional": 1}, tag="past", outputs=2)
case("Attention", [*projection, x(B, 8, low=0, high=1, **I32), x(2, B, N, 3, D)], {"num_heads": N}, tag="past_mask",
     outputs=2)
case("Attention", [*projection, None, None, x(B, N, S, S)], {"num_heads": N}, tag="bias")
case("Attention", [*projection, MASK2, None, w(1, N, S, S)], {"num_heads": N}, tag="bias_mask")
case("Attention", [x(B, S, 16), w(16, 2 * H + 16), w(2 * H + 16)],
     {"num_heads": N, "qkv_hidden_sizes": [H, H, 16]}, tag="widths")

# MultiHeadAttention: query, key, value
qkv = [x(B, S, H), x(B, S, H), x(B, S, H)]
case("MultiHeadAttention", qkv, {"num_heads": N})
case("MultiHeadAttention", [*qkv, w(3 * H)], {"num_heads": N}, tag="bias")
case("MultiHeadAttention", [*qkv, None, MASK2], {"num_heads": N}, tag="mask")
case("MultiHeadAttention", [*qkv, None, lengths(3, 5)], {"num_heads": N}, tag="lengths", modes=("static",))
case("MultiHeadAttention", [*qkv, None, mask3()], {"num_heads": N}, tag="mask3")
case("MultiHeadAttention", [*qkv, None, None, x(1, N, S, S)], {"num_heads": N, "scale": 0.2}, tag="relative")
case("MultiHeadAttention", qkv, {"num_heads": N, "unidirectional": 1}, tag="causal")
case("MultiHeadAttention", [x(B, 3, H), x(B, 7, H), x(B, 7, 16)], {"num_heads": N}, tag="cross")
case("MultiHeadAttention", [x(B, 3, H), x(B, N, 7, D), x(B, N, 7, D)], {"num_heads": N}, tag="cross_cache")
case("MultiHeadAttention", [x(B, 2, H), x(B, 2, H), x(B, 2, H), None, None, None, x(B, N, 3, D), x(B, N, 3, D)],
     {"num_heads": N}, tag="past", outputs=3)
case("MultiHeadAttention", [x(B, 2, H), x(B, 2, H), x(B, 2, H), w(3 * H), None, None, x(B, N, 3, D), x(B, N, 3, D)],
     {"num_heads": N, "unidirectional": 1}, tag="past_causal", outputs=3)

# RotaryEmbedding
def positions(last=15):
    return x(B, S, dtype=np.int64, low=0, high=last)


for interleaved in (0, 1):
    tag = "interleaved" if interleaved else "halves"
    attributes = {"interleaved": interleaved}
    case("RotaryEmbedding", [x(B, S, H), positions(), w(16, D // 2), w(16, D // 2)], attributes, tag=tag)
    case("RotaryEmbedding", [x(B, N, S, D), positions(), w(16, D // 2), w(16, D // 2)], attributes, tag=tag + "_rank4")
    case("RotaryEmbedding", [x(B, S, H), positions(), w(16, D // 4), w(16, D // 4)],
         {"num_heads": N, "rotary_embedding_dim": D // 2, **attributes}, tag=tag + "_partial")
case("RotaryEmbedding", [x(B, S, H), given([4], np.int64), w(16, D // 2), w(16, D // 2)], tag="offset")


# GroupQueryAttention
def grouped(sequence, before, *, kv=2, packed=False, past=None, batch=B, extra=()):
    """Inputs of a step that adds `sequence` tokens to caches with `before` ones."""
    d = 2 * D
    ins = [x(batch, sequence, (N + 2 * kv) * d), None, None] if packed else [
        x(batch, sequence, N * d), x(batch, sequence, kv * d), x(batch, sequence, kv * d)]
    past = max(before) if past is None else past
    ins += [x(batch, kv, past, d), x(batch, kv, past, d)]
    ins += [lengths(*[b + sequence - 1 for b in before]), given(max(before) + sequence, np.int32)]
    return ins + list(extra)


def caches(length=32):
    return [w(length, D), w(length, D)]


base = {"num_heads": N, "kv_num_heads": 2}
case("GroupQueryAttention", grouped(1, [6], batch=1), base, tag="step", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6]), base, tag="step_batch", outputs=3)
case("GroupQueryAttention", grouped(1, [3, 6]), base, tag="step_ragged", outputs=3)
case("GroupQueryAttention", grouped(1, [3, 6], past=12), base, tag="step_long_cache", outputs=3)
case("GroupQueryAttention", grouped(4, [0, 0]), base, tag="prompt", outputs=3)
case("GroupQueryAttention", grouped(3, [5], batch=1), base, tag="chunk", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6], packed=True), base, tag="packed", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6], kv=4), {"num_heads": N, "kv_num_heads": 4}, tag="ungrouped", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6], kv=1), {"num_heads": N, "kv_num_heads": 1, "scale": 0.1},
     tag="one_key_head", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6], extra=caches()), {**base, "do_rotary": 1}, tag="rotary", outputs=3)
case("GroupQueryAttention", grouped(4, [0, 0], extra=caches()), {**base, "do_rotary": 1, "rotary_interleaved": 1},
     tag="rotary_prompt", outputs=3)
case("GroupQueryAttention", grouped(1, [9, 9]), {**base, "local_window_size": 4}, tag="window", outputs=3)
case("GroupQueryAttention", grouped(8, [0, 0]), {**base, "local_window_size": 3}, tag="window_prompt", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6]), {**base, "softcap": 1.5}, tag="softcap", outputs=3)
case("GroupQueryAttention", grouped(1, [6, 6], extra=[None, None, None, x(B, N, 1, 7)]), base, tag="bias", outputs=3)
