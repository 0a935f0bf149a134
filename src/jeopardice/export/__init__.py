"""Solutions, policies and models in the formats of other programs (docs/export.md).

`labels` says what a solved race is as labelled arrays, `netcdf` writes them and makes xarray data sets of them;
`policy` lists every decision, `parquet` writes the lists; `prism` writes games in the language of PRISM.
"""
