#!/usr/bin/env bash
# Plays the web table in a real browser against the real binary and a real database.
# Installs what is missing: npm packages, and Chromium where apt can.
#   tests/browser/run.sh [names of tests]      HARDTACK=path/to/hardtack to test another binary
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../.." && pwd)"
cd "$root"

if ! command -v chromium >/dev/null && [ -z "${CHROMIUM:-}" ]; then
    apt-get update >/dev/null
    apt-get install -y --no-install-recommends chromium >/dev/null
fi
[ -d "$here/node_modules/playwright-core" ] || (cd "$here" && npm ci --no-fund --no-audit >/dev/null 2>&1)
[ -d "$root/web/node_modules/prettier" ] || (cd "$root/web" && npm ci --no-fund --no-audit >/dev/null 2>&1)

echo "== types, layout and pure functions of the client"
(cd "$root/web" && npm run --silent check)

if [ -z "${HARDTACK:-}" ]; then
    echo "== the binary"
    cargo build --quiet --package hardtack
    HARDTACK="${CARGO_TARGET_DIR:-$root/target}/debug/hardtack"
fi
export HARDTACK CHROMIUM="${CHROMIUM:-$(command -v chromium)}"
echo "== the browser"
exec node --test --test-timeout=600000 --test-concurrency=1 --test-reporter=spec ${1:+--test-name-pattern="$1"} "$here"/*.test.mjs
