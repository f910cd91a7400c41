#!/bin/sh
# Installs gpuflame below PREFIX: ./install.sh PREFIX (default: ~/.local)
set -eu
prefix=${1:-$HOME/.local}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
cd "$(dirname "$0")"
cp -R bin lib include share "$prefix/"
for file in "$prefix"/share/gpuflame/modulefile "$prefix"/share/gpuflame/slurm/* "$prefix"/share/gpuflame/ci/*.yml; do
  sed "s|/usr/local|$prefix|g" "$file" >"$file.new"
  cat "$file.new" >"$file"
  rm "$file.new"
done
echo "$prefix/bin/gpuflame"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) echo "add it to PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
