#===- table_ml.py - Classical models -----------------------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Operators of ai.onnx.ml on numbers."""
import numpy as np
from onnx import numpy_helper

from cases import case as any_case
from cases import fixed, given, numbers, x

NAN = float("nan")


def case(op, inputs, attributes=None, version=3, **rest):
    any_case(op, inputs, attributes, domain="ai.onnx.ml", version=version, **rest)


def reals(*shape, low=None, high=None):
    return numbers(shape, low=low, high=high).ravel().tolist()


KINDS = (np.float32, np.float64, np.int64, np.int32)

# Features
for kind in KINDS:
    name = np.dtype(kind).name
    case("Scaler", [x(3, 5, dtype=kind)], {"offset": reals(5), "scale": reals(5)}, tag=name)
    case("Binarizer", [x(3, 5, dtype=kind)], {"threshold": 0.5}, tag=name, relative=0, absolute=0,
         expect=lambda a, threshold: (a > threshold).astype(a.dtype))
    for norm in ("MAX", "L1", "L2"):
        if kind != np.int32:
            case("Normalizer", [x(4, 5, dtype=kind)], {"norm": norm}, tag=f"{norm}_{name}")
case("Scaler", [x(3, 5)], {"offset": [0.5], "scale": [2.0]}, tag="single")
case("Normalizer", [given([[0, 0, 0], [1, -2, 2]], np.float32)], {"norm": "L2"}, tag="zero")
case("Normalizer", [given([[0, 0, 0], [1, -2, 2]], np.float32)], {"norm": "MAX"}, tag="zero_max")
case("Imputer", [given([[1, NAN, 3], [NAN, 5, 6]], np.float32)],
     {"imputed_value_floats": [7.0, 8.0, 9.0], "replaced_value_float": NAN}, tag="nan")
case("Imputer", [given([[1, -1, 3], [-1, 5, 6]], np.float32)],
     {"imputed_value_floats": [7.0], "replaced_value_float": -1.0}, tag="number")
case("Imputer", [given([[1, -1, 3], [-1, 5, 6]], np.int64)],
     {"imputed_value_int64s": [7, 8, 9], "replaced_value_int64": -1}, tag="int64", relative=0, absolute=0)
case("FeatureVectorizer", [x(3, 2), x(3, 4), x(3, 1)], {"inputdimensions": [2, 4, 1]})
case("FeatureVectorizer", [x(3, 2, dtype=np.int64), x(3, 4, dtype=np.int64)], {"inputdimensions": [2, 4]}, tag="int64")
case("ArrayFeatureExtractor", [x(3, 5), fixed([0, 3, 1], np.int64)])
case("ArrayFeatureExtractor", [x(5), fixed([[4, 0]], np.int64)], tag="vector")
case("ArrayFeatureExtractor", [x(2, 3, 5, dtype=np.int64), given([2, 2], np.int64)], tag="rank3")

# Encoders
case("LabelEncoder", [given([1, 5, 3, 9, -2], np.int64)],
     {"keys_int64s": [1, 3, 5], "values_floats": [0.5, 1.5, 2.5], "default_float": -7.0}, tag="table")
case("LabelEncoder", [given([[1, 10**12], [10**12 + 1, -10**15]], np.int64)],
     {"keys_int64s": [1, 10**12, -10**15], "values_int64s": [4, 5, 6]}, tag="far_keys", relative=0, absolute=0)
case("LabelEncoder", [given([0.5, NAN, 2.5, 7.0], np.float32)],
     {"keys_floats": [0.5, 2.5, NAN], "values_int64s": [4, 5, 6], "default_int64": -3}, tag="floats", version=4,
     relative=0, absolute=0)
case("LabelEncoder", [given([0.5, 1.5, 3.0], np.float32)],
     {"keys_floats": [0.5, 1.5], "values_floats": [10.0, 20.0]}, tag="float_to_float")
case("OneHotEncoder", [given([[1, 4], [7, 2]], np.int64)], {"cats_int64s": [1, 2, 4], "zeros": 1})
case("OneHotEncoder", [given([1.7, 4.0, -2.5], np.float32)], {"cats_int64s": [1, -2, 4]}, tag="floats")

# Linear models
case("LinearRegressor", [x(4, 5)], {"coefficients": reals(5), "intercepts": [0.7]})
case("LinearRegressor", [x(4, 5)], {"coefficients": reals(5)}, tag="no_intercept")
for transform in ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"):
    case("LinearRegressor", [x(4, 5)], {"coefficients": reals(3, 5), "intercepts": reals(3), "targets": 3,
                                        "post_transform": transform}, tag=f"targets_{transform}")
    case("LinearClassifier", [x(6, 5)], {"coefficients": reals(3, 5), "intercepts": reals(3),
                                         "classlabels_ints": [4, 7, 9], "post_transform": transform},
         tag=f"three_{transform}", outputs=2)
    case("LinearClassifier", [x(6, 5)], {"coefficients": reals(1, 5), "intercepts": reals(1),
                                         "classlabels_ints": [4, 7], "post_transform": transform},
         tag=f"shared_{transform}", outputs=2)
    case("LinearClassifier", [x(6, 5)], {"coefficients": reals(2, 5), "intercepts": reals(2),
                                         "classlabels_ints": [0, 1], "post_transform": transform},
         tag=f"two_{transform}", outputs=2)
case("LinearClassifier", [x(6, 5, dtype=np.int64)], {"coefficients": reals(3, 5), "intercepts": reals(3),
                                                     "classlabels_ints": [0, 1, 2]}, tag="int64", outputs=2)

# Support vectors
for kernel, parameters in (("LINEAR", [0.0, 0.0, 0.0]), ("POLY", [0.3, 0.5, 3.0]), ("POLY", [0.3, 4.0, 2.5]),
                           ("RBF", [0.2, 0.0, 0.0]), ("SIGMOID", [0.1, 0.2, 0.0])):
    tag = f"{kernel}_{parameters[2]:g}"
    case("SVMRegressor", [x(4, 5, low=0, high=1)],
         {"kernel_type": kernel, "kernel_params": parameters, "n_supports": 7, "coefficients": reals(7),
          "support_vectors": reals(7, 5, low=0, high=1), "rho": [0.3]}, tag=tag)
    for classes in (2, 3, 4):
        per_class = [3, 2, 4, 1][:classes]
        total = sum(per_class)
        case("SVMClassifier", [x(6, 5, low=0, high=1)],
             {"kernel_type": kernel, "kernel_params": parameters, "vectors_per_class": per_class,
              "coefficients": reals(classes - 1, total), "support_vectors": reals(total, 5, low=0, high=1),
              "rho": reals(classes * (classes - 1) // 2), "classlabels_ints": list(range(3, 3 + classes))},
             tag=f"{tag}_{classes}", outputs=2, absolute=1e-4)
case("SVMRegressor", [x(6, 5)], {"kernel_type": "RBF", "kernel_params": [0.2, 0.0, 0.0], "n_supports": 7,
                                 "coefficients": reals(7), "support_vectors": reals(7, 5), "rho": [-0.1],
                                 "one_class": 1}, tag="one_class", relative=0, absolute=0)
for transform in ("LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"):
    for classes in (2, 3):
        per_class = [3, 2, 4][:classes]
        total = sum(per_class)
        case("SVMClassifier", [x(6, 5)],
             {"kernel_type": "RBF", "kernel_params": [0.2, 0.0, 0.0], "vectors_per_class": per_class,
              "coefficients": reals(classes - 1, total), "support_vectors": reals(total, 5),
              "rho": reals(classes * (classes - 1) // 2), "classlabels_ints": list(range(classes)),
              "post_transform": transform}, tag=f"{transform}_{classes}", outputs=2, absolute=1e-4)
# ONNX Runtime finds the probabilities by iteration and stops at 0.0025.
case("SVMClassifier", [x(6, 5)], {"kernel_type": "RBF", "kernel_params": [0.2, 0.0, 0.0], "vectors_per_class": [3, 4],
                                  "coefficients": reals(7), "support_vectors": reals(7, 5), "rho": [0.2],
                                  "classlabels_ints": [0, 1], "prob_a": [-1.3], "prob_b": [0.2]},
     tag="probabilities", outputs=2, absolute=2.5e-3)


# Trees
def trees(count, depth, prefix, targets, modes=("BRANCH_LEQ",), missing=False, positive=False, all_targets=False,
          features=6, grid=False):
    """Attributes of `count` random trees; some of their leaves are higher up."""
    rng = np.random.default_rng([count, depth, targets, len(modes)])
    names = ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids", "falsenodeids",
             "missing_value_tracks_true")
    nodes = {f"nodes_{name}": [] for name in names}
    weights = {f"{prefix}_{name}": [] for name in ("treeids", "nodeids", "ids", "weights")}

    def add(tree, node, level, mine):
        at = len(nodes["nodes_nodeids"])
        leaf = level == depth or (level > 1 and rng.random() < 0.2)
        value = float(np.float32(rng.integers(-2, 3) if grid else rng.standard_normal()))
        for name, entry in zip(names, (tree, node, 0 if leaf else int(rng.integers(features)), 0.0 if leaf else value,
                                       "LEAF" if leaf else str(rng.choice(modes)), 0, 0,
                                       0 if leaf else int(rng.integers(2)))):
            nodes[f"nodes_{name}"].append(entry)
        if leaf:
            for target in range(targets) if all_targets else [int(rng.integers(targets))]:
                value = float(np.float32(rng.random() / count if positive else rng.standard_normal()))
                for name, entry in zip(("treeids", "nodeids", "ids", "weights"), (tree, node, target, value)):
                    weights[f"{prefix}_{name}"].append(entry)
            return node + 1
        nodes["nodes_truenodeids"][at] = node + 1
        after = add(tree, node + 1, level + 1, mine)
        nodes["nodes_falsenodeids"][at] = after
        return add(tree, after, level + 1, mine)

    for tree in range(count):
        add(tree, 0, 0, tree)
    if not missing:
        del nodes["nodes_missing_value_tracks_true"]
    return {**nodes, **weights}


def holes(rows, features):
    value = numbers((rows, features))
    value[::2, ::3] = NAN
    value[1::3, 1] = np.inf
    return given(value)


def steps(rows, features):
    return given(np.round(numbers((rows, features))), np.float32)


ORDERS = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT")
ALL = (*ORDERS, "BRANCH_EQ", "BRANCH_NEQ")
case("TreeEnsembleRegressor", [x(9, 6)], {**trees(5, 4, "target", 1), "n_targets": 1})
case("TreeEnsembleRegressor", [x(9, 6)], {**trees(5, 4, "target", 1), "n_targets": 1, "base_values": [0.7]}, tag="base")
case("TreeEnsembleRegressor", [x(9, 6)], {**trees(5, 4, "target", 3, all_targets=True), "n_targets": 3,
                                          "base_values": [0.7, 0.1, 0.2]}, tag="targets")
case("TreeEnsembleRegressor", [x(9, 6, dtype=np.float64)], {**trees(5, 4, "target", 1), "n_targets": 1}, tag="f64")
for aggregate in ("AVERAGE", "MIN", "MAX"):
    case("TreeEnsembleRegressor", [x(9, 6)], {**trees(5, 4, "target", 1), "n_targets": 1,
                                              "aggregate_function": aggregate}, tag=aggregate)
    case("TreeEnsembleRegressor", [x(9, 6)], {**trees(5, 4, "target", 2, all_targets=True), "n_targets": 2,
                                              "aggregate_function": aggregate}, tag=aggregate + "_targets")
for mode in ALL:
    case("TreeEnsembleRegressor", [steps(9, 6)], {**trees(5, 3, "target", 1, modes=(mode,), grid=True), "n_targets": 1},
         tag=mode)
    case("TreeEnsembleRegressor", [holes(9, 6)], {**trees(5, 3, "target", 1, modes=(mode,), missing=True),
                                                  "n_targets": 1}, tag=mode + "_missing")
case("TreeEnsembleRegressor", [steps(20, 6)], {**trees(5, 5, "target", 1, modes=ALL, grid=True), "n_targets": 1},
     tag="mixed")
case("TreeEnsembleRegressor", [holes(20, 6)], {**trees(5, 5, "target", 1, modes=ALL, missing=True), "n_targets": 1},
     tag="mixed_missing")
case("TreeEnsembleRegressor", [holes(20, 6)], {**trees(5, 5, "target", 1), "n_targets": 1}, tag="nan")
for transform in ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"):
    case("TreeEnsembleRegressor", [x(9, 6)], {**trees(5, 4, "target", 3, all_targets=True), "n_targets": 3,
                                              "post_transform": transform}, tag=f"{transform}")
    case("TreeEnsembleClassifier", [x(9, 6)], {**trees(5, 4, "class", 3, all_targets=True),
                                               "classlabels_int64s": [3, 5, 8], "post_transform": transform},
         tag=f"three_{transform}", outputs=2)
    for positive in (True, False):
        sign = "shares" if positive else "scores"
        case("TreeEnsembleClassifier", [x(9, 6)], {**trees(5, 4, "class", 1, positive=positive),
                                                   "classlabels_int64s": [3, 5], "post_transform": transform},
             tag=f"two_{sign}_{transform}", outputs=2)
case("TreeEnsembleClassifier", [x(9, 6)], {**trees(5, 4, "class", 1), "classlabels_int64s": [0, 1],
                                           "base_values": [0.3], "post_transform": "LOGISTIC"}, tag="two_base", outputs=2)
case("TreeEnsembleClassifier", [x(9, 6)], {**trees(5, 4, "class", 3, all_targets=True), "base_values": [0.3, 0.1, -0.2],
                                           "classlabels_int64s": [0, 1, 2]}, tag="three_base", outputs=2)


# TreeEnsemble, with nodes that test for membership. Expected is a walk written here: what
# ONNX Runtime makes of NaN in a set is another thing than the standard's text.
def leaf_trees(count, depth, targets, modes=range(7), missing=False, members=5, dtype=np.float32, features=6):
    rng = np.random.default_rng([count, depth, targets, members])
    nodes = {name: [] for name in ("featureids", "truenodeids", "falsenodeids", "trueleafs", "falseleafs",
                                   "missing_value_tracks_true")}
    chosen, splits, sets, roots, leaves = [], [], [], [], []

    def add(level):
        at = len(chosen)
        chosen.append(int(rng.choice(list(modes))))
        splits.append(rng.integers(-4, 5) / 2)
        nodes["featureids"].append(int(rng.integers(features)))
        nodes["missing_value_tracks_true"].append(int(rng.integers(2)))
        for side in ("true", "false"):
            nodes[f"{side}nodeids"].append(0)
            nodes[f"{side}leafs"].append(0)
        for side in ("true", "false"):
            if level == depth - 1 or rng.random() < 0.2:
                nodes[f"{side}nodeids"][at] = len(leaves)
                nodes[f"{side}leafs"][at] = 1
                leaves.append((int(rng.integers(targets)), rng.standard_normal()))
            else:
                nodes[f"{side}nodeids"][at] = add(level + 1)
        return at

    for _ in range(count):
        roots.append(add(0))
    for mode in chosen:  # some twice, in no order, and empty sets too
        if mode == 6:
            sets += [*(rng.integers(-6, 7, int(rng.integers(members + 1))) / 2), NAN]
    if not missing:
        del nodes["missing_value_tracks_true"]
    tensor = {"nodes_splits": splits, "leaf_weights": [weight for _, weight in leaves],
              **({"membership_values": sets} if sets else {})}
    return {**{f"nodes_{name}": entry for name, entry in nodes.items()}, "n_targets": targets, "tree_roots": roots,
            "leaf_targetids": [target for target, _ in leaves],
            "nodes_modes": numpy_helper.from_array(np.array(chosen, np.uint8), "modes"),
            **{name: numpy_helper.from_array(np.array(entry, dtype), name) for name, entry in tensor.items()}}


def walk(rows, n_targets, tree_roots, nodes_featureids, nodes_truenodeids, nodes_falsenodeids, nodes_trueleafs,
         nodes_falseleafs, nodes_modes, nodes_splits, leaf_targetids, leaf_weights, membership_values=None,
         nodes_missing_value_tracks_true=None):
    modes, splits, weights = (numpy_helper.to_array(a) for a in (nodes_modes, nodes_splits, leaf_weights))
    sets, here = {}, 0
    values = numpy_helper.to_array(membership_values) if membership_values else []
    for node in np.flatnonzero(modes == 6):
        end = here + int(np.flatnonzero(np.isnan(values[here:]))[0])
        sets[node], here = values[here:end], end + 1
    asks = (np.less_equal, np.less, np.greater_equal, np.greater, np.equal, np.not_equal)
    result = np.zeros((len(rows), n_targets), np.float64)
    for row, sums in zip(rows, result):
        for node in tree_roots:
            leaf = False
            while not leaf:
                value = row[nodes_featureids[node]]
                yes = value in sets[node] if modes[node] == 6 else asks[modes[node]](value, splits[node])
                if np.isnan(value) and nodes_missing_value_tracks_true:
                    yes = yes or nodes_missing_value_tracks_true[node]
                leaf = (nodes_trueleafs if yes else nodes_falseleafs)[node]
                node = (nodes_truenodeids if yes else nodes_falsenodeids)[node]
            sums[leaf_targetids[node]] += weights[node]
    return result.astype(rows.dtype)


for kind in (np.float32, np.float64):
    for members in (1, 5, 40):
        for missing in (False, True):
            tag = f"{np.dtype(kind).name}_{members}{'_missing' if missing else ''}"
            rows = np.round(2 * numbers((30, 6))) / 2
            rows[::3, ::2] = NAN
            rows[1] = -0.0
            case("TreeEnsemble", [given(rows, kind)],
                 leaf_trees(4, 5, 3, missing=missing, members=members, dtype=kind), tag=f"mixed_{tag}", version=5,
                 expect=walk)
            case("TreeEnsemble", [given(rows, kind)],
                 leaf_trees(3, 4, 1, modes=(6,), missing=missing, members=members, dtype=kind), tag=f"sets_{tag}",
                 version=5, expect=walk)
