"""Solutions, policies and models in the formats of other programs (docs/export.md).

`netcdf` writes a solved race as labelled arrays and makes xarray data sets of them; `policy` lists every decision and
`parquet` writes the lists; `prism` writes games for model checkers. `simultaneous` and
`prism_simultaneous` do so for simultaneous play.
"""

from jeopardice.export.netcdf import to_xarray, write_netcdf
from jeopardice.export.parquet import write_policy, write_rolls
from jeopardice.export.prism import prism_model, write_prism
from jeopardice.export.prism_chain import prism_best_play
from jeopardice.export.prism_simultaneous import prism_simultaneous

__all__ = [
    "prism_best_play",
    "prism_model",
    "prism_simultaneous",
    "to_xarray",
    "write_netcdf",
    "write_policy",
    "write_prism",
    "write_rolls",
]
