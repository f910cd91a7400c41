#!/usr/bin/env python3
"""The data inside a picture (docs/FORMATS.md, "payload"), read and made by code that is not gpuflame's.

  svg_payload.py FILE.svg       print it as one JSON object, columns as lists
  svg_payload.py --pack HEAD [HEX]   print a picture that holds a line of text and bytes, valid or not
"""
import base64, json, re, sys, zlib


def pack(data):
    """A picture whose data are these bytes."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = base64.b85encode(deflate.compress(data) + deflate.flush()).decode()
    return f"<svg data-gf='1'><metadata class='gf-data' data-encoding='deflate+base85'><![CDATA[{text}]]></metadata></svg>\n"


def unpack(path):
    """The line of JSON as a dict, with each column as a list in place of its name."""
    text = re.search(r'data-encoding="deflate\+base85">(.*?)</metadata>', open(path, encoding="utf-8").read())[1]
    text = re.sub(r"<!\[CDATA\[|\]\]>", "", text)
    line, rest = zlib.decompress(base64.b85decode(text), -15).split(b"\n", 1)
    payload = json.loads(line)
    nodes = payload["nodes"]
    for name in payload.pop("columns"):
        planes, rest = rest[0], rest[1:]
        payload[name] = [sum(rest[i + nodes * p] << 8 * p for p in range(planes)) for i in range(nodes)]
        rest = rest[nodes * planes:]
    assert rest == b"", "bytes behind the columns"
    return payload


def stacks(payload):
    """{"frame;frame": own value} of what unpack() gave."""
    children = payload["children"]
    inner, leaf = 0, sum(some > 0 for some in children)
    above, found = [[]], {}
    for node, some in enumerate(children):
        slot = inner if some else leaf
        inner, leaf = (inner + 1, leaf) if some else (inner, leaf + 1)
        path = above[node] + [payload["names"][payload["name"][slot]]] * (node > 0)
        above += [path] * some
        if payload["self"][slot]:
            found[";".join(path)] = payload["self"][slot]
    assert len(above) == len(children), "children that are none"
    return found


if __name__ == "__main__":
    if sys.argv[1] == "--pack":
        print(end=pack(sys.argv[2].encode() + b"\n" + bytes.fromhex("".join(sys.argv[3:]))))
    else:
        print(json.dumps(unpack(sys.argv[1]), ensure_ascii=False, separators=(",", ":")))
