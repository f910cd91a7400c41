# The lines of docs/FORMATS.md that push a profile to Pyroscope and Parca, as they stand there, with a
# stand-in for curl that keeps what it was to send.
mkdir bin run && export PATH=$PWD/bin:$PATH
cat >bin/curl <<'END'
#!/bin/sh
cat >"$KEPT"
echo "curl $*" | sed 's/from=[0-9]*&until=[0-9]*/from=NOW\&until=NOW/'
END
chmod +x bin/curl
cp "$FIXTURES/demo.sqlite" run/job_rank0.sqlite
cp "$FIXTURES/demo.sqlite" run/job_rank1.sqlite
line() { # those from the one that matches on, to the end of the command
  sed -n "/^Profiles are pushed/,/^\`/{/^    /{s/^    //;p}}" "$TESTS/../docs/FORMATS.md" | awk -v what="$1" '
    { text = text $0 "\n" } /[|\\]$/ { next } index(text, what) { printf "%s", text } { text = "" }'
}
for name in ingest writeraw; do
  line $name >$name.sh
  KEPT=$name.body bash -c "$(cat $name.sh)" 2>/dev/null
done
python3 - <<'END'
import base64, gzip, json
profiles = [open("ingest.body", "rb").read()]
series = json.load(open("writeraw.body"))["series"]
print([label["value"] for label in series[0]["labels"]["labels"]], len(series[0]["samples"]))
profiles.append(base64.b64decode(series[0]["samples"][0]["rawProfile"], validate=True))
for profile in profiles:
    text = gzip.decompress(profile)
    print([word in text for word in (b"gpu_time", b"nanoseconds", b"rank", b"ncclDevKernel_AllReduce")])
print(gzip.decompress(profiles[0]) == gzip.decompress(profiles[1]))
END
