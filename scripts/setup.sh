#!/usr/bin/env bash
# Makes a virtual environment with the build tools. If Python's venv or headers are missing, it installs them first
# (Debian, Ubuntu).
set -euo pipefail
venv=${1:-.venv}
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 1; }

missing() {
    ! "$python" - <<'PY'
import ensurepip, pathlib, sys, sysconfig, venv
sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").exists())
PY
}
if missing 2>/dev/null; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq python3-venv python3-dev
fi
command -v c++ >/dev/null || { echo "a C++ compiler is needed (Debian, Ubuntu: apt install g++)" >&2; exit 1; }

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile \
        -c "$(dirname "$0")/../constraints.txt" "$@"
}
install pip # that of older Pythons takes half as long again
install cmake ninja nanobind scikit-build-core
