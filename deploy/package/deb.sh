#!/usr/bin/env bash
# The files of a static tarball as a package for Debian and Ubuntu: deb.sh TARBALL FOLDER
set -euo pipefail
[[ $1 =~ gpuflame-(.+)-linux-(.+)\.tar\.xz$ ]]
version=${BASH_REMATCH[1]}
declare -A names=([x86-64]=amd64 [aarch64]=arm64)
arch=${names[${BASH_REMATCH[2]}]}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
umask 022
tar xf "$1" -C "$work" --strip-components=1 --one-top-level=files
"$work/files/install.sh" "$work/root/usr" >/dev/null
cd "$work/root"
# it is loaded by name, not linked with
mkdir usr/lib/gpuflame
mv usr/lib/libgpuflame.so usr/lib/gpuflame/
mv usr/share/zsh/{site-functions,vendor-completions} # where Debian's zsh looks
for file in usr/share/gpuflame/modulefile usr/share/gpuflame/slurm/* usr/share/gpuflame/ci/*.yml; do
  sed -i -e "s|$work/root||g" -e 's|/usr/lib/libgpuflame|/usr/lib/gpuflame/libgpuflame|g' "$file"
done
mkdir -p DEBIAN usr/share/doc/gpuflame usr/share/lintian/overrides
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n'
  printf 'Copyright: 2026 the authors of gpuflame\nLicense: Apache-2.0\n On Debian: /usr/share/common-licenses/Apache-2.0\n'
  printf ' .\n Licences of the libraries inside: /usr/share/gpuflame/licences\n'
} >usr/share/doc/gpuflame/copyright
printf 'gpuflame (%s) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >usr/share/doc/gpuflame/changelog.gz
gzip -9n usr/share/man/man1/*
# it is static, to run on systems of any age
echo 'gpuflame: shared-library-lacks-prerequisites [usr/bin/gpuflame]' >usr/share/lintian/overrides/gpuflame
cat >DEBIAN/control <<CONTROL
Package: gpuflame
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN . | cut -f1)
Depends: libc6 (>= 2.17)
Section: devel
Priority: optional
Description: flame graphs of GPU time by NVTX range
 Records CUDA programs, or reads exports of Nsight Systems and traces of the
 PyTorch profiler, and draws where the GPU time of a training step goes, in
 the names that the code uses.
CONTROL
find . -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
cd - >/dev/null
dpkg-deb --root-owner-group -Zxz --build "$work/root" "$2/gpuflame_${version}_$arch.deb" >/dev/null
echo "$2/gpuflame_${version}_$arch.deb"
