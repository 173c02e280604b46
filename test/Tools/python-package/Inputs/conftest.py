def pytest_addoption(parser):
    parser.addoption("--artifacts", help="folder of the hand-written artifact")
    parser.addoption("--model", help="an ONNX model to compile")
