# Pictures that are none, or hostile: one line each, nothing fetched, nothing expanded.
try() {
  cat >"$1.svg"
  timeout 20 gpuflame collapse "$1.svg" && echo "unexpected: read"
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
# ours SVG-DATA: a picture of ours with that data
ours() { echo "<svg data-gf='1'><metadata class='gf-data' data-encoding='$2'>$3</metadata></svg>" | try "$1"; }
echo "<svg data-gf='1'><g><title>all (5 ms, 100%)</title></g><rect x='1'/></svg>" | try without
ours encoding rot13 x
ours nojson json '{"names":["all"],"up":[0'
ours lengths json '{"names":["all"],"up":[0],"name":[0],"self":[1,2]}'
ours nothing json '{}'
ours number json '{"names":["all"],"up":[0],"name":[0],"self":[-1]}'
ours nameless json '{"names":["all"],"up":[0,0],"name":[0,7],"self":[1,2]}'
ours parentless json '{"names":["all","a"],"up":[0,9],"name":[0,1],"self":[1,2]}'
ours decimals json '{"decimals":77,"names":["all","a"],"up":[0,0],"name":[0,1],"self":[1,2]}'
ours alphabet deflate+base64 '###'
ours damaged deflate+base64 'AAAAAAAAAAAA'
ours short deflate+base64 'q1bKS8xNVbJSSs'
bomb=$(python3 -c '
import base64, zlib
pack = zlib.compressobj(9, zlib.DEFLATED, -15)
text = b"{\"self\":[" + b"0," * (1 << 20)
data = pack.compress(text)
for i in range(20): data += pack.compress(b"0," * (1 << 20))
print(base64.b64encode(data + pack.flush()).decode())')
ours bomb deflate+base64 "$bomb"
