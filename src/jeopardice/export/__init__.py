"""Solutions, policies and models in the formats of other programs (docs/export.md).

`labels` says what a solved race is as labelled arrays, `netcdf` writes them and makes xarray data sets of them;
`policy` lists every decision, `parquet` writes the lists; `prism` writes games in the language of PRISM.
"""

from jeopardice.export.netcdf import to_xarray, write_netcdf
from jeopardice.export.parquet import write_policy, write_rolls

__all__ = ["to_xarray", "write_netcdf", "write_policy", "write_rolls"]
