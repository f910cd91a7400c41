#!/usr/bin/env python3
"""How many frames of kernels a still picture on stdin has, how many of them have a label, and how
many labels another kernel has, too."""
import re
import sys

FRAME = re.compile(r'<g class="gf-[^r][^>]*><title>(.*?) \([^(]*\)</title>'
                   r'<rect[^>]*/>(?:<text[^>]*>(.*?)</text>)?')
whose, labels, same = {}, 0, 0
frames = FRAME.findall(sys.stdin.read())
for name, label in frames:
    labels += label != ""
    same += label != "" and whose.setdefault(label, name) != name
print(len(frames), "kernels,", labels, "labels,", same, "are the same")
