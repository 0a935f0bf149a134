#!/usr/bin/env bash
# Installs Chromium for the tests of the web app, on Debian or Ubuntu, if no browser is found.
set -euo pipefail
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
command -v apt-get >/dev/null || { echo "Chromium is needed for the tests in tests/browser" >&2; exit 1; }
sudo=$([ "$(id -u)" = 0 ] || echo sudo)
$sudo apt-get update -qq
$sudo apt-get install -y -qq chromium
