#!/usr/bin/env python3
"""A flame graph as other tools draw it, of folded text on stdin, for reading back:
tools/draw_svg.py flamegraph.pl|flamegraph.pl-old|inferno|inferno-old [--inverted] [--min PIXELS]"""
import sys
from xml.sax.saxutils import escape

style = sys.argv[1]
inverted = "--inverted" in sys.argv
least = float(sys.argv[sys.argv.index("--min") + 1]) if "--min" in sys.argv else 0.1

tree = {}


def add(stack, value):
    node = tree.setdefault("all", [0, {}])
    node[0] += value
    for frame in stack:
        node = node[1].setdefault(frame, [0, {}])
        node[0] += value


for line in sys.stdin:
    stack, _, value = line.rstrip("\n").rpartition(" ")
    add(stack.split(";"), int(value))

frames = []
todo = [("all", tree["all"], 0, 0)]
while todo:
    name, (value, children), start, depth = todo.pop()
    frames.append((name, start, value, depth))
    for child in sorted(children):
        todo.append((child, children[child], start, depth + 1))
        start += children[child][0]

total = tree["all"][0]
deepest = max(frame[3] for frame in frames)
height = (deepest + 1) * 16 + 70
print('<?xml version="1.0" standalone="no"?>')
print('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">')
print(f'<svg version="1.1" width="1200" height="{height}" xmlns="http://www.w3.org/2000/svg"'
      ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:fg="http://github.com/jonhoo/inferno">')
print("<!-- a comment --><style>text { }</style><script><![CDATA[if (1 < 2 && 3 > 2) { }]]></script>")
print(f'<rect x="0.0" y="0" width="100%" height="{height}.0" fill="url(#background)"/>')
print('<text id="title" x="600" y="24">Flame Graph</text>')
if style == "inferno":
    print(f'<svg id="frames" x="10" width="1180" total_samples="{total}">')
elif style != "flamegraph.pl-old":
    print('<g id="frames">')
for name, start, value, depth in frames:
    share = "100" if name == "all" else f"{100 * value / total:.2f}"
    title = escape(f"{name} ({value:,} samples, {share}%)")
    y = 50 + depth * 16 if inverted else height - 34 - (depth + 1) * 16 + 1
    left = round(10 + start * 1180 / total, 1)
    right = round(10 + (start + value) * 1180 / total, 1)
    if value * 1180 / total < least:
        continue
    if style.startswith("inferno"):
        exact = f' fg:x="{start}" fg:w="{value}"' if style == "inferno" else ""
        print(f'<g><title>{title}</title><rect x="{100 * start / total:.4f}%" y="{y}"'
              f' width="{100 * value / total:.4f}%" height="15" fill="rgb(1,2,3)"{exact}/>'
              f'<text x="0.25%" y="{y + 10}.50">{escape(name[:5])}</text></g>')
    else:
        print(f'<g class="func_g">\n<title>{title}</title><a xlink:href="x"><rect x="{left:.1f}" y="{y}"'
              f' width="{right - left:.1f}" height="15.0" fill="rgb(1,2,3)" rx="2" ry="2"/>\n'
              f'<text x="13" y="{y + 10.5}">{escape(name[:5])}</text>\n</a></g>')
print({"inferno": "</svg></svg>", "flamegraph.pl-old": "</svg>"}.get(style, "</g></svg>"))
