# Files that are not pictures, or hostile ones: one line each, nothing fetched, nothing expanded.
# An emulator takes more than ten times as long. Under ThreadSanitizer one takes 20 s on a busy machine.
limit=120
[ -z "${EMULATED:-}" ] || limit=600
try() {
  cat >"$1.svg"
  timeout $limit gpuflame collapse "$1.svg" && echo "unexpected: read"
}
try html <<'EOF'
<!DOCTYPE html><html><body>flame graph</body></html>
EOF
try other <<'EOF'
<svg xmlns="http://www.w3.org/2000/svg"><rect x="1" y="2" width="3"/><g><title>no frame</title><rect x="1" y="2" width="3"/></g></svg>
EOF
try cut <<'EOF'
<svg><g><title>all (5 samples, 100%)</title><rect x="0" y="1" width="10"/></g>
EOF
try laughs <<'EOF'
<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<svg><g><title>&d; (5 samples, 100%)</title><rect x="0" y="1" width="10"/></g></svg>
EOF
try file <<'EOF'
<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<svg><g><title>&a; (5 samples, 100%)</title><rect x="0" y="1" width="10"/></g></svg>
EOF
try undeclared <<'EOF'
<svg><g><title>&a; (5 samples, 100%)</title><rect x="0" y="1" width="10"/></g></svg>
EOF
try apart <<'EOF'
<svg><g><title>all (5 samples, 100%)</title><rect x="0" y="17" width="10"/></g>
<g><title>f (5 samples, 100%)</title><rect x="100" y="1" width="10"/></g></svg>
EOF
try rootless <<'EOF'
<svg><g><title>a (5 samples, 100%)</title><rect x="0" y="1" width="10"/></g>
<g><title>b (5 samples, 100%)</title><rect x="10" y="1" width="10"/></g></svg>
EOF
try overflow <<'EOF'
<svg><g><title>all (18446744073709551615 samples, 100%)</title><rect x="0" y="17" width="10"/></g>
<g><title>f (0.5 samples, 100%)</title><rect x="0" y="1" width="10"/></g></svg>
EOF
# ours NAME HEAD HEX: a picture of ours with that line of text, followed by these bytes
ours() { python3 "$TESTS/tools/svg_payload.py" --pack "$2" "${3:-}" | try "$1"; }
# data NAME ENCODING TEXT: with that data, unchanged
data() { echo "<svg data-gf='1'><metadata class='gf-data' data-encoding='$2'><![CDATA[$3]]></metadata></svg>" | try "$1"; }
# head NODES MEMBERS: the beginning of data of two names and three columns
head() { echo '{"v":2,"names":["all","a"],"columns":["children","name","self"],"nodes":'"$1$2}"; }
echo "<svg data-gf='1'><g><title>all (5 ms, 100%)</title></g><rect x='1'/></svg>" | try without
data encoding rot13 x
data alphabet deflate+base85 '"""'
data digits deflate+base85 '~~~~~'
data damaged deflate+base85 '0000000000'
data short deflate+base85 "$(python3 -c 'import base64; print(base64.b85encode(base64.b64decode("q1bKS8xNVbJS")).decode())')"
ours nojson '{"names":["all"],"up":[0'
ours nothing '{}'
ours version '{"v":3}'
ours nodes '{"v":2,"nodes":0}'
ours more "$(head 16777217)"
ours number "$(head 1e99)"
ours decimals "$(head 2 ',"decimals":77')"
ours twice '{"v":2,"nodes":1,"columns":["self","name","self"]}' 000000
ours lacking '{"v":2,"nodes":1,"columns":["children","self"]}' 0000
ours columns '{"v":2,"nodes":1,"columns":['"$(seq -s, 40 | sed 's/[0-9]*/"&"/g')"']}'
ours wide "$(head 1)" 0901
ours cut "$(head 2)" "010100 0100"
ours behind "$(head 2)" "010100 010001 010001 07"
ours nameless "$(head 2)" "010100 010007 010001"
ours fatherless "$(head 3)" "01010001 00 00"
ours orphan "$(head 2)" "00 00 00"
ours childless "$(head 2)" "010101 00 00"
ours children "$(head 2)" "080000000000000000000000000000ff00 00 00"
ours total "$(head 2)" "010100 010001 08 ffff ffff ffff ffff ffff ffff ffff ffff"
bomb=$(python3 -c '
import base64, zlib
pack = zlib.compressobj(9, zlib.DEFLATED, -15)
data = pack.compress(b"{\"names\":[")
for i in range(20): data += pack.compress(b"0," * (1 << 20) + b"\"a\"," * (1 << 20))
print(base64.b85encode(data + pack.flush()).decode())')
data bomb deflate+base85 "$bomb"
python3 -c 'print("<svg><g " + " ".join("a%d=\"\"" % i for i in range(100000)) + "/></svg>")' | try tag
