"""The Python package on the hand-written artifact (test/unit/runtime/artifact.c)."""

import gc
import threading
import time

import mlc
import numpy as np
import pytest


@pytest.fixture(name="path")
def fixture_path(request):
    return request.config.getoption("--artifacts") + "/hand.so"


@pytest.fixture(name="ops")
def fixture_ops(request):
    return [request.config.getoption("--artifacts") + "/oplib.so"]


@pytest.fixture(name="model")
def fixture_model(path, ops):
    return mlc.load(path, op_libraries=ops, threads=2)


X = np.arange(6, dtype=np.float32).reshape(2, 3)
Y = np.ones((2, 3), np.float32)


def test_describes_itself(model):
    assert repr(model) == (
        "<mlc.Model add(x: f32[batch,3], y: f32[batch,3]) -> (z: f32[batch,3])>"
    )
    assert model.inputs[0] == mlc.Value("x", "f32", "tensor", ("batch", 3))
    assert model.entries[:2] == ["add", "lookup"]
    assert model.inspect() == {"entries": []}
    assert model.stats["threads"] == 2


def test_calls(model):
    assert (model(X, Y) == X + 1).all()
    assert (model(y=Y, x=X) == X + 1).all()
    assert (model(X, y=Y) == X + 1).all()
    assert (model.run({"y": Y, "x": X})["z"] == X + 1).all()
    with pytest.raises(TypeError, match="input 'y' is missing"):
        model.run({"x": X})
    with pytest.raises(TypeError, match="no input 'q'"):
        model.run({"x": X, "y": Y, "q": 1})


def test_other_layouts_and_objects(model):
    assert (model(np.asfortranarray(X), Y) == X + 1).all()
    wide = np.zeros((2, 6), np.float32)
    wide[:, ::2] = X
    assert (model(wide[:, ::2], Y) == X + 1).all()
    assert (model(X[::-1], Y) == X[::-1] + 1).all()
    assert (model(X.astype(">f4"), Y) == X + 1).all()
    assert (model(X.tolist(), Y.tolist()) == X + 1).all()


class Producer:
    """Something that offers dlpack only."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **kwargs):
        return self.array.__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack_both_ways(model):
    result = model(Producer(X), Producer(Y))
    assert (np.from_dlpack(result) == X + 1).all()


def test_results_outlive_the_model(path, ops):
    result = mlc.load(path, op_libraries=ops)(X, Y)
    gc.collect()
    assert (result == X + 1).all()
    result += 1  # writable, and its own


def test_errors_have_the_tools_texts(model, path, ops):
    scale = model.entry("scale")
    with pytest.raises(mlc.RunError, match=r"input 'x': dimension 0 is 3, the model needs 4"):
        scale(np.ones(3, np.float32))
    with pytest.raises(mlc.RunError, match="element type is f64, the model needs f32"):
        scale(np.ones(4))
    with pytest.raises(mlc.RunError, match="takes 1 inputs, given were 2"):
        scale(X, Y)
    with pytest.raises(mlc.RunError) as caught:
        model.entry("lookup")(np.ones(3, np.float32), np.array([5, 1]))
    assert caught.value.node == "gather_3"
    assert caught.value.value == 5
    assert caught.value.code == "out of bounds"
    with pytest.raises(mlc.UnsupportedError, match="needs the custom op 'test.twice'"):
        mlc.load(path)
    with pytest.raises(mlc.ModelError, match="no such x86-64 level: 'v9'"):
        mlc.load(path, op_libraries=ops, isa="v9")
    with pytest.raises(mlc.ModelError, match="no entry 'nope'"):
        model.entry("nope")
    with pytest.raises(mlc.ModelError, match="cannot open the model"):
        mlc.load("/nonexistent/m.so")


def test_state(model):
    count = model.entry("count")
    assert count(np.float64(5)) == 105
    saved = model.state
    assert count(1.0) == 106
    model.state = saved
    assert count(2.0) == 107
    model.reset_state()
    assert count(0.0) == 100
    with pytest.raises(KeyError):
        model.state = {"nope": b""}
    with pytest.raises(mlc.RunError, match="has 16 bytes, given were 3"):
        model.state = {"total": b"abc"}


def test_sequences_late_sizes_custom_ops(model):
    rows = model.entry("split")(X)
    assert [row.tolist() for row in rows] == [X[1].tolist(), X[0].tolist()]
    assert model.entry("keep")(np.float32([-1, 2, 3])).tolist() == [2, 3]
    empty = model.entry("keep")(np.float32([-1]))
    assert empty.shape == (0,) and empty.dtype == np.float32
    assert model.entry("custom")(np.float32([1, 2])).tolist() == [2, 4]


def test_threads_share_a_model(model):
    failures = []

    def work(k):
        for _ in range(300):
            if not (model(X * k, Y) == X * k + 1).all():
                failures.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_the_gil_is_released(model):
    mode = model.entry("mode")
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0.0005)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    mode(np.ones(50000, np.float32))  # about 0.1 s
    during = len(ticks) - before
    stop.set()
    thread.join()
    assert during > 5


def test_benchmark_profile_save(model, path, ops, tmp_path):
    timing = model.benchmark(iterations=20, warmup=0)
    assert timing["runs"] == 20 and timing["min_ms"] <= timing["median_ms"]
    assert model.benchmark(X, Y, iterations=3)["threads"] == 2
    rows = model.profile(X, Y)
    assert {row["kernel"]: row["calls"] for row in rows} == {"add_rows": 1, "copy_rows": 2}
    assert model.profile(X, Y, html=tmp_path / "page.html")[0].keys() == rows[0].keys()
    assert "copy_rows" in (tmp_path / "page.html").read_text(encoding="utf-8")
    model.save(tmp_path / "copy.so")
    assert (mlc.load(tmp_path / "copy.so", op_libraries=ops, verify=True)(X, Y) == X + 1).all()
    with pytest.raises(mlc.ModelError, match="cannot write"):
        model.save(tmp_path / "no" / "copy.so")


def test_a_call_costs_little(model):
    scale, x = model.entry("scale"), np.ones(4, np.float32)
    best = 1.0
    for _ in range(20):
        begin = time.perf_counter()
        for _ in range(100):
            scale(x)
        best = min(best, (time.perf_counter() - begin) / 100)
    assert best < 100e-6  # the bar is 15 microseconds on an idle machine
