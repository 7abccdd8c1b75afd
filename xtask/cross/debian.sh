#!/usr/bin/env bash
# `cargo xtask cross` by Debian's compiler, for a machine on which rustup can't add the targets: xtask/cross/debian.sh [OPTIONS]
#
# Debian ships the standard library for Linux, and its source. For the other targets it is built here, once for each
# compiler, into FOLDER/debian, where FOLDER is the cache that `cargo xtask cross` has.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
packages=(rustc-web cargo-web rust-web-src rust-web-clippy)
targets=(x86_64-pc-windows-gnu x86_64-pc-windows-msvc aarch64-apple-darwin x86_64-apple-darwin)
bin=${DEBIAN_BIN:-/usr/bin}
cache=${ONHAND_CROSS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/onhand-cross}
mkdir -p "$cache"
sysroot=$(cd "$cache" && pwd)/debian

missing=()
for package in "${packages[@]}"; do
    [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
done
if [[ ${#missing[@]} != 0 ]]; then
    install=(apt-get install -qy --no-install-recommends "${missing[@]}")
    if [[ $(id -u) != 0 ]]; then
        echo "missing: ${missing[*]}. As root on Debian or Ubuntu: apt-get update && ${install[*]}" >&2
        exit 1
    fi
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive "${install[@]}"
fi

# Flags and wrappers of the ordinary builds would change how the library is built.
unset CARGO_BUILD_TARGET CARGO_ENCODED_RUSTFLAGS RUSTC_WORKSPACE_WRAPPER RUSTC_WRAPPER RUSTFLAGS
# cargo takes its plugins from PATH, where rustup's clippy may stand before Debian's.
export PATH="$bin:$PATH" RUSTC="$bin/rustc" RUSTDOC="$bin/rustdoc"

# A library is good for the compiler that built it alone. The stamp is written last: what was interrupted has none.
stamp=$("$RUSTC" -vV; echo "${targets[@]}")
if [[ $(cat "$sysroot/stamp" 2>/dev/null) != "$stamp" ]]; then
    echo "==> building the standard library (some minutes, once)"
    rm -rf "$sysroot"
    mkdir -p "$sysroot/build"
    # A crate that is built so that the library is. rustc's own libraries are optimised; the tests' speed isn't worth the minutes.
    printf '[package]\nname = "nothing"\nedition = "2024"\n[lib]\npath = "nothing.rs"\n[profile.release]\nopt-level = 1\n[workspace]\n' \
        >"$sysroot/build/Cargo.toml"
    echo '#![no_std]' >"$sysroot/build/nothing.rs"
    # The flag is nightly's else; this compiler is the one that the library is of.
    (cd "$sysroot/build" && RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=target "$bin/cargo" build --quiet --release \
        -Zbuild-std=std,panic_abort,panic_unwind,proc_macro,test "${targets[@]/#/--target=}")
    for target in "${targets[@]}"; do
        lib=$sysroot/lib/rustlib/$target/lib
        mkdir -p "$lib"
        rm -f "$sysroot/build/target/$target/release/deps/"libnothing-*
        mv "$sysroot/build/target/$target/release/deps/"*.rlib "$lib"
    done
    rm -rf "$sysroot/build"
    echo "$stamp" >"$sysroot/stamp"
fi

# For the other targets alone: what runs here while they are built has Debian's own library.
for target in "${targets[@]}"; do
    name=${target^^}
    export "CARGO_TARGET_${name//-/_}_RUSTFLAGS=--sysroot=$sysroot" "CARGO_TARGET_${name//-/_}_RUSTDOCFLAGS=--sysroot=$sysroot"
done
ONHAND_CROSS_CACHE=${sysroot%/debian} ONHAND_CROSS_SYSROOT=$sysroot exec "$bin/cargo" xtask cross "$@"
