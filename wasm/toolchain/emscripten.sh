#!/usr/bin/env bash
# emscripten.sh - make a recent Emscripten and the C++ headers of the build available.
#
#  1. An `emcc` on PATH of at least $MIN_EMCC is used as it is.
#  2. Else (Debian/Ubuntu, amd64) one is assembled below $PREFIX, from signed Debian packages and npm only:
#       - Emscripten and Binaryen from Debian unstable or testing
#       - clang/lld/llvm from Debian 12 security, which run on the host's own C library (glibc >= 2.36)
#       - glibc and libstdc++ of unstable, used by the Binaryen tools alone
#  3. Where apt is there, Eigen, doctest and nlohmann-json are unpacked to $PREFIX/headers; elsewhere CMake
#     looks for them (find_package) or fetches pinned releases.
#
# Nothing is installed: packages are fetched with a private apt state and unpacked below $PREFIX, which is in the
# user's cache directory. No root needed. The assembly survives a kill in the middle: $PREFIX/.ok is written last.
#
# Which bytes are used: packages.sha256 beside this file lists each package with its version and digest. A package of
# that version is compared with it, whatever the archive says. When a version has left the archive, the newest is taken,
# which is said loudly, now and in every later run; an archive older than $NOT_BEFORE, from before the pins, is a replay
# and refused. (Its own expiry dates are not looked at: mirrors lag behind, and clocks of machines are wrong.)
#
# Usage: emscripten.sh             both
#        emscripten.sh --headers   step 3 only
# Prints to stdout (progress goes to stderr):
#   note=TEXT      what is not as pinned
#   bin=DIR        the directory of emcc, em++, em-config; put it on PATH
#   headers=DIR    for CMAKE_PREFIX_PATH; empty where apt is not there
# Environment: POSENC_TOOLCHAIN (the prefix), DEBIAN_MIRROR, DEBIAN_SECURITY_MIRROR
set -euo pipefail

MIN_EMCC=6.0.3
EM_PIN=6.0.5 EIGEN_PIN=5.0.1 DOCTEST_PIN=2.5.3
LLVM=22
NOT_BEFORE="bookworm 2026-07-11 bookworm-security 2026-07-11 forky 2026-10-30 sid 2026-10-30" # the archives of the pins
RECIPE=1 # raise it to make existing prefixes rebuild
PREFIX=${POSENC_TOOLCHAIN:-${XDG_CACHE_HOME:-$HOME/.cache}/posenc-toolchain}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PINS=$HERE/packages.sha256
KEY=/usr/share/keyrings/debian-archive-keyring.gpg
TOOLS="emcc em++ emcmake emar emranlib emnm emstrip em-config embuilder"

HEADERS_ONLY=0
case ${1:-} in
  "") ;;
  --headers) HEADERS_ONLY=1 ;;
  -h | --help) sed -n '2,30p' "$0"; exit 0 ;;
  *) echo "emscripten.sh: unknown argument $1" >&2; exit 2 ;;
esac

T0=$(date +%s)
say() { echo "toolchain: $* ($(($(date +%s) - T0)) s)" >&2; }
die() { echo "toolchain: error: $*" >&2; exit 1; }
ver_ge() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }
emcc_version() { "$1" --version 2>/dev/null | sed -n '1s/.*) \([0-9][0-9.]*\).*/\1/p'; }
have_apt() { command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null && [ -r $KEY ]; }

# ---- what is there already -------------------------------------------------------------------------------------
EMCC_BIN=
if [ $HEADERS_ONLY = 0 ] && e=$(command -v emcc); then
  v=$(emcc_version "$e" || true)
  case $(readlink -f "$e") in
    "$PREFIX"/*) ;; # an earlier assembly of ours: checked below
    *) if [ -n "$v" ] && ver_ge "$v" "$MIN_EMCC"; then EMCC_BIN=$(dirname "$e")
       else say "emcc on PATH ($e) is ${v:-broken}, older than $MIN_EMCC: not used"; fi ;;
  esac
fi

mkdir -p "$PREFIX"
PREFIX=$(cd "$PREFIX" && pwd -P)
if command -v flock >/dev/null; then exec 9>"$PREFIX/.lock"; flock 9; fi
WANT_EM="recipe=$RECIPE em=$EM_PIN llvm=$LLVM prefix=$PREFIX"
WANT_HEADERS="recipe=$RECIPE eigen=$EIGEN_PIN doctest=$DOCTEST_PIN"
W=$PREFIX/work

# ---- a private apt -----------------------------------------------------------------------------------------------
apt_() { APT_CONFIG=$W/apt/apt.conf "$@"; }
site() { apt-get indextargets --format '$(SITE)' 'Created-By: Packages' "Codename: $1" 2>/dev/null | head -n1; }

APT_OPEN=0
open_apt() { # once a run; what a killed run left is not trusted
  [ $APT_OPEN = 0 ] || return 0
  local a=$W/apt main sec suite
  main=${DEBIAN_MIRROR:-$(site bookworm)} sec=${DEBIAN_SECURITY_MIRROR:-$(site bookworm-security)}
  [ -n "$main" ] && [ -n "$sec" ] ||
    die "apt knows no Debian 12 archive here (Ubuntu?). Name one and its security archive in DEBIAN_MIRROR and DEBIAN_SECURITY_MIRROR, or put an emcc >= $MIN_EMCC on PATH (https://emscripten.org/docs/getting_started/downloads.html)."
  rm -rf "$W"
  mkdir -p "$a"/etc/{preferences.d,apt.conf.d,trusted.gpg.d,sources.list.d} "$a"/{lists,archives}/partial "$W"/{deb,x}
  : >"$a/status"
  cat >"$a/apt.conf" <<E
Dir "$a"; Dir::Etc "$a/etc"; Dir::State "$a"; Dir::State::lists "$a/lists"; Dir::State::status "$a/status";
Dir::Cache "$a"; Dir::Cache::archives "$a/archives"; Dir::Cache::pkgcache "pkgcache.bin"; Dir::Cache::srcpkgcache "";
APT::Architecture "amd64"; APT::Architectures {"amd64";}; APT::Sandbox::User "";
Acquire::Languages "none"; Acquire::GzipIndexes "false"; Acquire::Retries "3";
Acquire::Check-Valid-Until "false"; Acquire::Check-Date "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
E
  for suite in bookworm forky sid; do echo "deb [signed-by=$KEY] $main $suite main"; done >"$a/etc/sources.list"
  echo "deb [signed-by=$KEY] $sec bookworm-security main" >>"$a/etc/sources.list"
  say "reading the package lists of $main"
  apt_ apt-get update -qq >"$W/update.log" 2>&1 || { cat "$W/update.log" >&2; die "apt-get update failed (see above)"; }
  local date
  # shellcheck disable=SC2086
  set -- $NOT_BEFORE
  while [ $# -gt 0 ]; do
    date=$(sed -n 's/^Date: //p' "$a"/lists/*"_dists_$1_InRelease" | head -n1)
    [[ -n $date && ! $(date -u -d "$date" +%Y-%m-%d) < $2 ]] ||
      die "the archive's list of $1 is of ${date:-no date}, older than the pinned packages ($2): a replay, or a mirror that lags far behind. Name another in DEBIAN_MIRROR."
    shift 2
  done
  APT_OPEN=1
}

# versions PACKAGE SUITES: what the archive has, newest first
versions() {
  apt_ apt-cache madison "$1" |
    awk -F' *[|] *' -v p="$1" -v s="$2" '{sub(/^ +/, "", $1)} $1 == p && $3 ~ s {print $2}' | sort -rV
}
pinned() { awk -v p="$1" '{split($2, part, "_")} part[1] == p {sub(/%3a/, ":", part[2]); print part[2]}' "$PINS"; }
# pick PACKAGE SUITES [UPSTREAM]: package=version, the pinned one if there, else one of the pinned upstream version,
# else the newest
pick() {
  local all v want
  all=$(versions "$1" "$2") want=$(pinned "$1")
  [ -n "$all" ] || die "no package $1 in the suites $2"
  v=$(grep -m1 -Fx -- "$want" <<<"$all" || true)
  [ -n "$v" ] || [ -z "${3:-}" ] || v=$(grep -m1 -E "^${3//./\\.}([^0-9]|$)" <<<"$all" || true)
  [ -n "$v" ] || v=$(head -n1 <<<"$all")
  [ "$v" = "$want" ] || say "WARNING: $1 $want, which is pinned, has left the archive; taking $v, which nobody has tried"
  echo "$1=$v"
}
fetch() { # PACKAGE=VERSION...; those of a pinned version have its digest, or all ends here
  (cd "$W/deb" && apt_ apt-get -qq download "$@" >"$W/dl.log" 2>&1) || { cat "$W/dl.log" >&2; die "download failed (see above)"; }
  (cd "$W/deb" && sha256sum --check --strict --quiet --ignore-missing "$PINS" >&2) ||
    die "a package is not the one that was pinned, though it has its name and version (see above; $PINS)"
}
unpinned() { # of a list of digests
  [ -r "$1" ] || return 0
  { grep -vxFf "$PINS" "$1" || true; } | sed 's/^[0-9a-f]*  //; s/_\(all\|amd64\)\.deb$//; s/%3a/:/' | paste -sd' '
}
unpack() { # DIR PACKAGE...
  local d=$W/x/$1 p
  shift
  mkdir -p "$d"
  for p in "$@"; do dpkg-deb -x "$W"/deb/"$p"_*.deb "$d"; done
}

# ---- Emscripten --------------------------------------------------------------------------------------------------
assemble() {
  [ "$(uname -sm)" = "Linux x86_64" ] && command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
    die "no emcc >= $MIN_EMCC on PATH. Install one (https://emscripten.org/docs/getting_started/downloads.html) and run this again; an own one can only be assembled on Debian/Ubuntu amd64."
  [ -r $KEY ] || die "$KEY is missing. Type: apt-get install debian-archive-keyring"
  local libc; libc=$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)
  ver_ge "$libc" 2.36 || die "glibc $libc is older than 2.36, which clang $LLVM needs. Install emsdk >= $MIN_EMCC and put emcc on PATH."
  command -v node >/dev/null && command -v npm >/dev/null || die "node (>= 20) and npm are needed"
  local py='' p f t l
  for p in /usr/bin/python3 "$(command -v python3 || true)"; do
    [ -n "$p" ] && py=$("$p" -c 'import sys; assert sys.version_info >= (3,10); print(sys.executable)' 2>/dev/null) && break
  done
  [ -n "$py" ] || die "python3 >= 3.10 is needed. Type: apt-get install python3"

  say "assembling Emscripten $EM_PIN with LLVM $LLVM in $PREFIX (once; 2-4 minutes)"
  rm -f "$PREFIX/.ok"
  open_apt
  local new='(forky|sid)/' old='bookworm' pk=() llvm_pk by
  llvm_pk="clang-$LLVM lld-$LLVM llvm-$LLVM libllvm$LLVM libclang-cpp$LLVM libclang-common-$LLVM-dev libz3-4 libedit2 libbsd0 libmd0
    libxml2 libicu72 liblzma5 libtinfo6 libffi8 zlib1g libzstd1"
  pk+=("$(pick emscripten "$new" $EM_PIN)")
  # the pinned Emscripten goes with the older Binaryen of the two suites, a newer one with the newest
  case ${pk[0]} in *="$EM_PIN"[!0-9]*) by=$(versions binaryen "$new" | tail -n1) ;; *) by=$(versions binaryen "$new" | head -n1) ;; esac
  [ -n "$by" ] || die "no package binaryen in the suites $new"
  pk+=("binaryen=$by")
  for p in libc6 libstdc++6 libgcc-s1; do pk+=("$(pick $p "$new")"); done
  for p in $llvm_pk; do pk+=("$(pick "$p" "$old")"); done
  say "fetching ${#pk[@]} packages"
  fetch "${pk[@]}"
  say "fetched $(du -sm "$W/deb" | cut -f1) MB; unpacking"
  # shellcheck disable=SC2086
  { unpack em emscripten; unpack by binaryen; unpack rt libc6 libstdc++6 libgcc-s1; unpack ll $llvm_pk; }

  local n=$W/new
  mkdir -p "$n"/{bin,rt,binaryen/{bin,libexec,lib},llvm/{bin,libexec,lib}}
  mv "$W/x/em/usr/share/emscripten" "$n/emscripten"
  # Binaryen runs by its own dynamic linker and C/C++ runtime
  for l in ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libstdc++.so.6 libgcc_s.so.1 libpthread.so.0; do
    f=$(find "$W/x/rt" -name "$l" | head -n1); [ -n "$f" ] || die "$l not found"
    cp -L "$f" "$n/rt/"
  done
  find "$W/x/by" -name 'libbinaryen.so*' -exec cp -a {} "$n/binaryen/lib/" \;
  mv "$W/x/by/usr/bin/"* "$n/binaryen/libexec/"
  for f in "$n"/binaryen/libexec/*; do
    t=${f##*/}
    printf '#!/bin/sh\nd=%s\nexec "$d/rt/ld-linux-x86-64.so.2" --library-path "$d/rt:$d/binaryen/lib" "$d/binaryen/libexec/%s" "$@"\n' \
      "'$PREFIX'" "$t" >"$n/binaryen/bin/$t"
  done
  # LLVM: only the tools that Emscripten calls, with their libraries beside them
  for t in clang clang++ clang-scan-deps lld wasm-ld opt llc llvm-{ar,ranlib,nm,objcopy,strip,objdump,size,symbolizer,addr2line} \
    llvm-{dwarfdump,dwp,readobj,readelf,cxxfilt,profdata,cov,dis,strings}; do
    f=$W/x/ll/usr/lib/llvm-$LLVM/bin/$t
    [ -e "$f" ] || [ -L "$f" ] || continue
    cp -a "$f" "$n/llvm/libexec/"
    printf '#!/bin/sh\nd=%s\nLD_LIBRARY_PATH="$d/llvm/lib" exec "$d/llvm/libexec/%s" "$@"\n' "'$PREFIX'" "$t" >"$n/llvm/bin/$t"
  done
  cp -a "$W/x/ll/usr/lib/llvm-$LLVM/lib/clang" "$n/llvm/lib/clang"
  for l in libLLVM.so.$LLVM.1 libclang-cpp.so.$LLVM.1 libz3.so.4 libedit.so.2 libbsd.so.0 libmd.so.0 libxml2.so.2 \
    libicuuc.so.72 libicudata.so.72 liblzma.so.5 libtinfo.so.6 libffi.so.8 libz.so.1 libzstd.so.1; do
    f=$(find "$W/x/ll" -name "$l" -not -path '*/llvm-*/lib/*' | head -n1); [ -n "$f" ] || die "$l not found"
    cp -L "$f" "$n/llvm/lib/"
  done
  printf '%s\n' "LLVM_ROOT = '$PREFIX/llvm/bin'" "BINARYEN_ROOT = '$PREFIX/binaryen'" "NODE_JS = 'node'" "CACHE = '$PREFIX/cache'" \
    >"$n/emscripten/.emscripten"
  "$py" - "$n/emscripten/tools" $LLVM <<'E' || die "repairing Emscripten for LLVM $LLVM failed"
import re, sys
d, llvm = sys.argv[1:]
def edit(name, old, new, done):
    p = f'{d}/{name}'; s = open(p, encoding='utf8').read()
    if old in s: open(p, 'w', encoding='utf8').write(s.replace(old, new, 1))
    elif done not in s: sys.exit(f'{name}: neither {old!r} nor {done!r} found')
p = f'{d}/shared.py'; s = open(p, encoding='utf8').read()
s = re.sub(r'^EXPECTED_LLVM_VERSION = \d+', f'EXPECTED_LLVM_VERSION = {llvm}', s, flags=re.M); open(p, 'w', encoding='utf8').write(s)
# this LLVM's wasm-ld puts the stack first by default, so Emscripten has to say when it must not
edit('building.py', "    cmd.append('--stack-first')\n\n", "    cmd.append('--stack-first')\n  else:\n    cmd.append('--no-stack-first')\n\n", "--no-stack-first")
# npm tools from Emscripten's own node_modules, as upstream has it
edit('shared.py', "    cmd = name\n", "    cmd = [*config.NODE_JS, path_from_root('node_modules/.bin', name)]\n", "path_from_root('node_modules/.bin', name)]")
E
  for t in $TOOLS; do
    printf '#!/bin/sh\nEM_CONFIG=%s; export EM_CONFIG; unset EM_CACHE EM_LLVM_ROOT EM_BINARYEN_ROOT EM_NODE_JS\n: "${EMSDK_PYTHON:=%s}"; export EMSDK_PYTHON\nexec %s "$@"\n' \
      "'$PREFIX/emscripten/.emscripten'" "$py" "'$PREFIX/emscripten/$t'" >"$n/bin/$t"
  done
  chmod +x "$n"/bin/* "$n"/llvm/bin/* "$n"/binaryen/bin/*
  # the parser of Emscripten's own JavaScript passes
  cp "$HERE"/acorn/package.json "$HERE"/acorn/package-lock.json "$n/emscripten/"
  (cd "$n/emscripten" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1) ||
    { cat "$n/emscripten/npm.log" >&2; die "npm ci of acorn failed"; }
  for d in bin rt binaryen llvm emscripten cache; do rm -rf "${PREFIX:?}/$d"; done
  mv "$n"/* "$PREFIX/"
  mkdir -p "$PREFIX/cache"
  local v; v=$(emcc_version "$PREFIX/bin/emcc") || true
  [ -n "$v" ] && ver_ge "$v" "$MIN_EMCC" || die "the assembled emcc does not run, or is too old (${v:-?})"
  prebuild_libs
  (cd "$W/deb" && sha256sum -- *.deb) >"$PREFIX/packages.sha256"
  printf '%s\n' "$WANT_EM" >"$PREFIX/.ok"
  say "Emscripten $v is ready"
}

prebuild_libs() { # compile the C/C++ runtime variants that the build links, once, into $PREFIX/cache
  local t flags; t=$W/libs; mkdir -p "$t"
  cat >"$t/a.cpp" <<'E'
#include <emscripten/bind.h>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
std::string f(const std::string& s, double x) { std::vector<double> v(4, std::exp(x)); return s + std::to_string(v[1]); }
EMSCRIPTEN_BINDINGS(m) { emscripten::function("f", &f); }
int main() { std::puts(f("setup-ok ", 0).c_str()); }
E
  for flags in "-O2 -sNODERAWFS" "-O3 -fno-exceptions -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0"; do
    say "building the system libraries for $flags"
    # shellcheck disable=SC2086
    "$PREFIX/bin/em++" $flags -lembind "$t/a.cpp" -o "$t/a.js" >"$t/log" 2>&1 || { cat "$t/log" >&2; die "the first build with em++ failed (see above)"; }
    node "$t/a.js" </dev/null | grep -q '^setup-ok 1.0' || die "the first program built with em++ does not run"
  done
}

# ---- headers -----------------------------------------------------------------------------------------------------
unpack_headers() {
  say "unpacking Eigen $EIGEN_PIN, doctest $DOCTEST_PIN and nlohmann-json"
  open_apt
  fetch "$(pick libeigen3-dev 'sid/' $EIGEN_PIN)" "$(pick doctest-dev 'sid/' $DOCTEST_PIN)" "$(pick nlohmann-json3-dev 'bookworm/')"
  unpack headers libeigen3-dev doctest-dev nlohmann-json3-dev
  rm -rf "$PREFIX/headers"
  mv "$W/x/headers/usr" "$PREFIX/headers"
  (cd "$W/deb" && sha256sum -- libeigen3-dev_* doctest-dev_* nlohmann-json3-dev_*) >"$PREFIX/headers/packages.sha256"
  printf '%s\n' "$WANT_HEADERS" >"$PREFIX/headers/.ok"
}

if [ $HEADERS_ONLY = 0 ] && [ -z "$EMCC_BIN" ]; then
  if [ "$(cat "$PREFIX/.ok" 2>/dev/null)" != "$WANT_EM" ]; then assemble; fi
  EMCC_BIN=$PREFIX/bin
fi
HEADERS=
if have_apt; then
  if [ "$(cat "$PREFIX/headers/.ok" 2>/dev/null)" != "$WANT_HEADERS" ]; then unpack_headers; fi
  HEADERS=$PREFIX/headers
fi
rm -rf "$W"
# what was assembled once is used for long: say each time that it is not what was tried
for list in packages.sha256 headers/packages.sha256; do
  case $list in packages*) [ "$EMCC_BIN" = "$PREFIX/bin" ] || continue ;; esac
  other=$(unpinned "$PREFIX/$list")
  [ -z "$other" ] || { say "WARNING: not the pinned versions: $other"; echo "note=not the pinned versions: $other"; }
done
[ $HEADERS_ONLY = 1 ] || echo "bin=$EMCC_BIN"
echo "headers=$HEADERS"
