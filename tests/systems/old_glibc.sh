#!/usr/bin/env bash
# Whether libgpuflame.so, as built here, records on a system with an older glibc:
# tests/systems/old_glibc.sh CHECKOUT ROOT. ROOT is that system, with the sources in /src; only the
# programs that play CUDA run in it. Ends with a line "row: ", as inside.sh.
# In a namespace of its own: what is mounted goes with it.
set -u
checkout=$1
root=$2
built=$checkout/build/release
B=$root/src/build/release
# The same paths within the root and outside of it.
mkdir -p "$root$root" "$B"
mount --bind "$root" "$root$root" && mount -t proc proc "$root/proc" || exit 1
cp "$built/libgpuflame.so" "$built/gpuflame" "$built/mkdb" "$B/"
chroot "$root" make -C /src PACKAGE_CFLAGS= -o build/release/libgpuflame.so build/release/mock/driver || exit 1
cat >"$root/driver" <<END
#!/bin/sh
exec chroot $root sh -c 'cd "\$0" && exec $B/mock/driver "\$@"' "\$PWD" "\$@"
END
chmod +x "$root/driver"
mapfile -t scripts < <(cd "$checkout/tests/capture" && printf '%s\n' *.play)
TMPDIR=$root/tmp DRIVER=$root/driver "$root/src/tests/capture/run.sh" "$B" "${scripts[@]%.play}" |
  tee "$root/results"
passed=$(grep -c '^ok' "$root/results")
failed=$(grep -c '^not ok' "$root/results")
echo "row: $(chroot "$root" gcc -dumpfullversion) - - 0" \
  "$passed passed, $failed failed, with glibc $(chroot "$root" ldd --version | sed -n '1s/.* //p')"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
