#===- whole_models.py - Models that other tools write ----------------------===#
#
# Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Models written by ONNX Runtime's optimiser and quantiser, and by skl2onnx.

Each is made here: (name, model, feeds, relative, absolute tolerance). What needs a
package that is not installed is left out.
"""
import collections
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmark"))

Whole = collections.namedtuple("Whole", "name model feeds relative absolute")


def convolutional(seed=0):
    """Convolutions, norms, a residual sum, pooling and two dense layers."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(seed)
    nodes, constants = [], []

    def weight(name, *shape):
        constants.append(numpy_helper.from_array((rng.standard_normal(shape) / np.sqrt(np.prod(shape[1:]) or 1)).astype(np.float32), name))
        return name

    def op(kind, inputs, output, **attributes):
        nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def block(x, name, ins, outs, activation, **attributes):
        y = op("Conv", [x, weight(name + "w", outs, ins, 3, 3), weight(name + "b", outs)], name + "c", pads=[1, 1, 1, 1], **attributes)
        constants.extend([numpy_helper.from_array(rng.uniform(0.5, 1.5, outs).astype(np.float32), name + k) for k in ("s", "v")])
        y = op("BatchNormalization", [y, name + "s", weight(name + "t", outs), weight(name + "m", outs), name + "v"], name + "n")
        return op(activation, [y], name + "a") if activation else y

    y = block("image", "first", 3, 8, "Relu")
    z = block(y, "second", 8, 8, None)
    y = op("Relu", [op("Add", [z, y], "sum")], "joined")
    y = block(y, "third", 8, 16, "LeakyRelu", strides=[2, 2])
    y = op("AveragePool", [y], "pooled", kernel_shape=[2, 2], strides=[2, 2])
    y = op("Flatten", [op("GlobalAveragePool", [y], "global")], "flat")
    y = op("Relu", [op("Gemm", [y, weight("d1", 16, 12), weight("e1", 12)], "dense1")], "dense1a")
    op("Gemm", [y, weight("d2", 12, 5), weight("e2", 5)], "logits")
    graph = helper.make_graph(nodes, "convolutional", [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, 16, 16])],
                              [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 5])], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def optimised(model, level, folder):
    """What ONNX Runtime makes of a model at an optimisation level."""
    import onnx
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
    options.optimized_model_filepath = str(Path(folder) / "optimised.onnx")
    onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return onnx.load(options.optimized_model_filepath)


def runtime_models():
    """By the optimiser at level extended, and by the quantiser, dynamic and static."""
    import logging

    import onnx
    from models import bert
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_dynamic, quantize_static

    logging.getLogger().setLevel(logging.ERROR)  # it gives advice
    rng = np.random.default_rng(5)
    sources = {
        "bert": (bert(layers=2, width=64, heads=4, tokens=16, vocabulary=100), {"ids": rng.integers(0, 100, (1, 16))}),
        "convolutional": (convolutional(), {"image": rng.standard_normal((1, 3, 16, 16)).astype(np.float32)}),
    }

    class Reader(CalibrationDataReader):
        def __init__(self, feeds):
            self.left = [feeds, None]

        def get_next(self):
            return self.left.pop(0)

    for name, (model, feeds) in sources.items():
        with tempfile.TemporaryDirectory() as folder:
            source = str(Path(folder) / "source.onnx")
            onnx.save(model, source)
            yield Whole(f"{name}_extended", optimised(model, "ORT_ENABLE_EXTENDED", folder), feeds, 1e-3, 1e-4)
            target = str(Path(folder) / "target.onnx")
            # A rounding of an activation may fall to the other side.
            quantize_dynamic(source, target)
            dynamic = onnx.load(target)
            yield Whole(f"{name}_dynamic", dynamic, feeds, 1e-2, 2e-2)
            if name == "bert":
                yield Whole(f"{name}_dynamic_extended", optimised(dynamic, "ORT_ENABLE_EXTENDED", folder), feeds, 1e-2, 2e-2)
            for form in (QuantFormat.QDQ, QuantFormat.QOperator):
                kind = "qdq" if form == QuantFormat.QDQ else "qoperator"
                quantize_static(source, target, Reader(feeds), quant_format=form)
                static = onnx.load(target)
                # A step of an activation is 0.05, and a norm may treble it.
                yield Whole(f"{name}_{kind}", static, feeds, 1e-2, 0.15)
                yield Whole(f"{name}_{kind}_extended", optimised(static, "ORT_ENABLE_EXTENDED", folder), feeds, 1e-2, 0.15)


def sklearn_models():
    """A fit of each kind of estimator that skl2onnx writes without strings."""
    try:
        import sklearn
        import skl2onnx
    except ImportError:
        return
    import warnings

    from sklearn import (calibration, cluster, decomposition, discriminant_analysis, ensemble, feature_selection,
                         gaussian_process, impute, linear_model, mixture, multiclass, naive_bayes, neighbors,
                         neural_network, pipeline, preprocessing, svm, tree)

    warnings.filterwarnings("ignore")
    rng = np.random.default_rng(1)
    data = rng.standard_normal((240, 8)).astype(np.float32)
    score = data[:, 0] + data[:, 1] * data[:, 2] - np.abs(data[:, 3])
    targets = {"two": (score > 0).astype(int), "three": np.digitize(score, (-0.8, 0.6)), "real": score}
    forest = dict(n_estimators=8, random_state=0)
    classifiers = [
        tree.DecisionTreeClassifier(max_depth=6), ensemble.RandomForestClassifier(**forest),
        ensemble.ExtraTreesClassifier(**forest), ensemble.GradientBoostingClassifier(**forest),
        ensemble.AdaBoostClassifier(n_estimators=5, random_state=0),
        ensemble.BaggingClassifier(n_estimators=4, random_state=0), linear_model.LogisticRegression(),
        linear_model.RidgeClassifier(), linear_model.SGDClassifier(loss="log_loss", random_state=0),
        linear_model.Perceptron(), svm.SVC(), svm.SVC(kernel="poly", degree=3), svm.SVC(kernel="linear"),
        svm.LinearSVC(), naive_bayes.GaussianNB(), naive_bayes.BernoulliNB(),
        neighbors.KNeighborsClassifier(3), neural_network.MLPClassifier(hidden_layer_sizes=(12,), max_iter=60, random_state=0),
        discriminant_analysis.LinearDiscriminantAnalysis(),
        multiclass.OneVsRestClassifier(linear_model.LogisticRegression()),
        calibration.CalibratedClassifierCV(linear_model.LogisticRegression()),
        pipeline.make_pipeline(preprocessing.StandardScaler(), decomposition.PCA(4), linear_model.LogisticRegression()),
        pipeline.make_pipeline(impute.SimpleImputer(), preprocessing.MinMaxScaler(), ensemble.RandomForestClassifier(**forest)),
    ]
    regressors = [
        tree.DecisionTreeRegressor(max_depth=6), ensemble.RandomForestRegressor(**forest),
        ensemble.ExtraTreesRegressor(**forest), ensemble.GradientBoostingRegressor(**forest),
        ensemble.AdaBoostRegressor(n_estimators=5, random_state=0),
        ensemble.BaggingRegressor(n_estimators=4, random_state=0), linear_model.LinearRegression(),
        linear_model.Ridge(), linear_model.Lasso(0.01), linear_model.ElasticNet(0.01), linear_model.BayesianRidge(),
        linear_model.HuberRegressor(), svm.SVR(), svm.NuSVR(kernel="poly"), svm.LinearSVR(),
        neighbors.KNeighborsRegressor(3), neural_network.MLPRegressor(hidden_layer_sizes=(12,), max_iter=60, random_state=0),
        pipeline.make_pipeline(preprocessing.PolynomialFeatures(2), linear_model.Ridge()),
        gaussian_process.GaussianProcessRegressor(gaussian_process.kernels.RBF(2.0), alpha=0.1),
    ]
    transforms = [
        preprocessing.StandardScaler(), preprocessing.MinMaxScaler(), preprocessing.MaxAbsScaler(),
        preprocessing.RobustScaler(), preprocessing.Normalizer("l1"), preprocessing.Normalizer("l2"),
        preprocessing.Binarizer(), preprocessing.PolynomialFeatures(2), preprocessing.KBinsDiscretizer(4, encode="onehot-dense"),
        preprocessing.PowerTransformer(), decomposition.PCA(3), decomposition.TruncatedSVD(3),
        feature_selection.SelectKBest(k=3), cluster.KMeans(4, n_init=2, random_state=0),
        mixture.GaussianMixture(3, random_state=0), ensemble.IsolationForest(n_estimators=6, random_state=0), svm.OneClassSVM(),
    ]
    work = [(e, t) for e in classifiers for t in ("two", "three")]
    work += [(e, "real") for e in regressors] + [(e, "three") for e in transforms]
    seen = collections.Counter()
    for estimator, target in work:
        estimator.fit(data, targets[target])
        last = estimator[-1] if isinstance(estimator, pipeline.Pipeline) else estimator
        name = f"{type(estimator).__name__}_{target}"
        seen[name] += 1
        options = {}
        if hasattr(last, "classes_"):
            options = {id(estimator): {"zipmap": False}}
        try:
            model = skl2onnx.to_onnx(estimator, data[:1], options=options, target_opset={"": 18, "ai.onnx.ml": 3})
        except NameError:  # no such option
            model = skl2onnx.to_onnx(estimator, data[:1], target_opset={"": 18, "ai.onnx.ml": 3})
        yield Whole(f"sklearn_{name}_{seen[name]}", model, {"X": data[:17]}, 1e-3, 1e-4)
