"""Many rule sets into one table: a file spans the space, tasks go to an executor, finished rows to a journal.

spec -> space -> tasks -> executors -> journal -> table,     all directed by `run`
"""

from jeopardice.sweep.executors import Cluster, Executor, Processes
from jeopardice.sweep.run import Swept, run_sweep
from jeopardice.sweep.spec import Spec, Variant, read_spec

__all__ = ["Cluster", "Executor", "Processes", "Spec", "Swept", "Variant", "read_spec", "run_sweep"]
