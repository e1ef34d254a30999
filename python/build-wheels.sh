#!/usr/bin/env bash
# Builds a wheel of this machine's platform into python/dist; it serves every CPython from 3.9 on.
# On Linux, where Docker is there, `MATURIN_IMAGE=... python/build-wheels.sh manylinux` builds one that runs on old distributions too.
set -euo pipefail
cd "$(dirname "$0")"

case "${1:-here}" in
here)
    # An environment of its own: many distributions let pip write nowhere else.
    venv="${CARGO_TARGET_DIR:-$PWD/../target}/wheels-venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2'
    "$venv/bin/maturin" build --release --locked --out dist
    ;;
manylinux)
    # The whole repository, since the crates and the scenarios lie beside this folder.
    docker run --rm -v "$PWD/..:/io" -w /io/python "${MATURIN_IMAGE:?the name of a maturin image}" build --release --locked --out dist
    ;;
*)
    echo "expected nothing or manylinux" >&2
    exit 2
    ;;
esac
ls -l dist
