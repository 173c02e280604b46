def pytest_addoption(parser):
    parser.addoption("--artifacts", help="folder of the hand-written artifact")
