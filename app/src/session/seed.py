# The random numbers of this session: seeded, so that the same code produces the same numbers again.
import random as _random

import numpy as _numpy

_session_seed = 0
_random.seed(_session_seed)
_numpy.random.seed(_session_seed)
