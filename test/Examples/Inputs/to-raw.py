import sys

import numpy as np

np.load(sys.argv[1]).astype(np.float32).tofile(sys.argv[2])
