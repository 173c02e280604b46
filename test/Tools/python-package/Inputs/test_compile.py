"""mlc.compile on the digit reader."""

import os

import mlc
import numpy as np
import onnx
import pytest


@pytest.fixture(name="path")
def fixture_path(request):
    return request.config.getoption("--model")


IMAGES = np.linspace(0, 1, 3 * 64, dtype=np.float32).reshape(3, 1, 8, 8)


def test_path_bytes_and_protobuf_give_the_same(path):
    model = mlc.compile(path, threads=1)
    want = model.run({"image": IMAGES})
    assert want["digit"].shape == (3,) and want["probability"].shape == (3, 10)
    assert np.allclose(want["probability"].sum(axis=1), 1, atol=1e-5)
    with open(path, "rb") as file:
        again = mlc.compile(file.read()).run({"image": IMAGES})
    assert (again["probability"] == want["probability"]).all()
    again = mlc.compile(onnx.load(path))(IMAGES)
    assert (again[1] == want["probability"]).all()


def test_options(path, tmp_path):
    model = mlc.compile(path, shapes={"image": (2, 1, 8, 8)}, target="v2", winograd="off")
    assert model.inputs[0].shape == (2, 1, 8, 8)
    assert model.stats["isa"] == "v2"
    with pytest.raises(mlc.RunError, match="dimension 0 is 3, the model needs 2"):
        model(IMAGES)
    model.save(tmp_path / "digits.so")
    loaded = mlc.load(tmp_path / "digits.so")
    assert (loaded(IMAGES[:2])[1] == model(IMAGES[:2])[1]).all()
    bounded = mlc.compile(path, dims={"batch": (1, 2)})
    with pytest.raises(mlc.RunError, match="it must be at most 2"):
        bounded(IMAGES)
    assert model.inspect()["entries"]


def test_errors(path, tmp_path):
    with pytest.raises(mlc.ModelError):
        mlc.compile(tmp_path / "missing.onnx")
    with pytest.raises(mlc.ModelError):
        mlc.compile(b"nonsense")
    with pytest.raises(mlc.ModelError):
        mlc.compile(path, no_such_flag=True)
    with pytest.raises(mlc.UnsupportedError, match="f16 is not supported in this version; f32 and bf16 are"):
        mlc.compile(path, precision="f16")


def test_a_benchmark_keeps_what_load_was_told(path, tmp_path):
    library = str(tmp_path / "digits.so")
    mlc.compile(path).save(library)
    model = mlc.load(library, isa="v2", threads=1)
    assert model.benchmark(threads=2, min_time=0.01)["isa"] == "v2"
    assert model.benchmark(isa="v3", min_time=0.01)["threads"] == 1


def test_save_takes_the_weights_along(path, tmp_path):
    library = str(tmp_path / "far" / "digits.so")
    os.mkdir(tmp_path / "far")
    with_side_file = mlc.compile(path, weights=f"file:{tmp_path}/digits.weights")
    with_side_file.save(library)
    assert sorted(os.listdir(tmp_path / "far")) == ["digits.so", "digits.weights"]
    mlc.load(library, verify=True)
