#!/usr/bin/env python3
"""Play pods as a kubelet would, by buildah: kubelet.py FOLDER [SOURCE:PATH|NAME=VALUE...] <PODS

The pods are JSON, a List or one pod after another. Volumes and claims are folders below
FOLDER; each container gets the mounts SOURCE:PATH and the variables, for what a real one has in
its image. Images have the name of the manifest below localhost/. Prints what containers print.
"""
import json
import os
import re
import subprocess
import sys

FOLDER, EXTRA = sys.argv[1], sys.argv[2:]


def buildah(*words):
    done = subprocess.run(["buildah", *words], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def container_of(image):
    return buildah("from", "--pull-never", "localhost/" + image.split("/")[-1])


def volume_of(pod, volume):
    """(its folder here, a container to remove)"""
    if "image" in volume:
        container = container_of(volume["image"]["reference"])
        return buildah("mount", container), container
    if "persistentVolumeClaim" in volume:
        path = f"{FOLDER}/claim/{volume['persistentVolumeClaim']['claimName']}"
    elif "hostPath" in volume:
        path = f"{FOLDER}/{pod['spec'].get('nodeName', 'node')}{volume['hostPath']['path']}"
    else:
        assert "emptyDir" in volume, volume
        path = f"{FOLDER}/{pod['metadata']['name']}/{volume['name']}"
    os.makedirs(path, exist_ok=True)
    return path, None


def variables_of(pod, container):
    values = {}
    for entry in container.get("env", []):
        if "valueFrom" in entry:
            value = pod
            for key in entry["valueFrom"]["fieldRef"]["fieldPath"].split("."):
                value = value.get(key, "")
        else:
            value = re.sub(r"\$\$|\$\((\w+)\)",
                           lambda m: "$" if m[0] == "$$" else values.get(m[1], m[0]), entry.get("value", ""))
        values[entry["name"]] = value
    return values


def play(pod, container, volumes):
    words = ["run", "--hostname", pod["metadata"]["name"]]
    for name, value in variables_of(pod, container).items():
        words += ["--env", f"{name}={value}"]
    for mount in container.get("volumeMounts", []):
        kind = ":ro" if mount.get("readOnly") else ""
        words += ["-v", f"{volumes[mount['name']]}:{mount['mountPath']}{kind}"]
    for extra in EXTRA:
        words += ["--env" if "=" in extra else "-v", extra]
    here = container_of(container["image"])
    command = container.get("command") or json.loads(buildah("inspect", here))["OCIv1"]["config"]["Cmd"]
    try:
        subprocess.run(["buildah", *words, here, "--", *command], check=True)
    finally:
        buildah("rm", here)


def main():
    text, decoder = sys.stdin.read().strip(), json.JSONDecoder()
    while text:
        pod, end = decoder.raw_decode(text)
        text = text[end:].lstrip()
        if pod.get("kind") != "Pod":
            continue
        volumes, left = {}, []
        for volume in pod["spec"].get("volumes", []):
            volumes[volume["name"]], extra = volume_of(pod, volume)
            left += [extra] if extra else []
        for container in pod["spec"].get("initContainers", []) + pod["spec"]["containers"]:
            play(pod, container, volumes)
        for container in left:
            buildah("rm", container)


main()
