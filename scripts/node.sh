#!/usr/bin/env bash
# Installs Node and npm, which check and test the web app's JavaScript, on Debian or Ubuntu, if npm is missing.
set -euo pipefail
if ! command -v npm >/dev/null && command -v apt-get >/dev/null; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq nodejs npm
fi
command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' ||
    { echo "Node 20 or newer with npm is needed to check the web app's JavaScript" >&2; exit 1; }
