#!/usr/bin/env bash
# The manifests of deploy/kubernetes: kustomize makes of each what its first lines say, and what pods
# get is what `gpuflame env` prints.
# shellcheck disable=SC2317 # check calls them
set -u
# shellcheck source=tests/fleet/fleet.sh
. "$(dirname "$0")/fleet.sh" "$1"
deploy=$root/deploy/kubernetes

needs "manifests" kubectl jq
kubectl version --client 2>&1 | grep -q 'Kustomize Version: v[5-9]' ||
  { skip "manifests" "kubectl has no kustomize 5" && exit; }

# counts PATTERN NUMBER FILE
counts() { [ "$(grep -cE "$1" "$3")" = "$2" ] || { echo "$1: not $2 times" && cat "$3" && false; }; }

# renders FOLDER PODS: all pods have what is needed; no command has a number where text belongs
renders() {
  kubectl kustomize "$deploy/$1" >out.yaml && counts 'gpuflame/injected: component' "$2" out.yaml &&
    counts 'name: POD_NAME' "$2" out.yaml && counts 'claimName: gpuflame$' "$2" out.yaml &&
    counts '^ *- [0-9.]+$' 0 out.yaml && counts 'kind: Fragment' 0 out.yaml
}
check "component: a pod" renders examples/pod 1
check "component: a PyTorchJob, master and workers" renders examples/pytorchjob 2
check "component: the workers of an MPIJob" renders examples/mpijob 1

own_kinds() {
  mkdir kinds
  cp -r "$deploy/component" kinds
  printf 'resources: [all.yaml]\ncomponents: [component]\n' >kinds/kustomization.yaml
  for kind in Job StatefulSet Deployment; do
    printf -- '---\nkind: %s\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: x}, {name: y}]}}}\n' "$kind"
  done | sed 's/^kind: Job/apiVersion: batch\/v1\n&/; s/^kind: [SD]/apiVersion: apps\/v1\n&/' >kinds/all.yaml
  kubectl kustomize kinds >out.yaml && counts 'name: POD_NAME' 6 out.yaml && counts 'injected: component' 3 out.yaml
}
check "component: each container of a Job, a StatefulSet, a Deployment" own_kinds

# The two lines that component/fragment.yaml names
with_image_volume() {
  sed -i 's|^  library: {name: gpuflame, emptyDir.*|  library: {name: gpuflame, image: {reference: x}}|' kinds/component/fragment.yaml
  sed -i '/fieldPath: init}/,+4d' kinds/component/job.yaml
  sed -i '/fieldPath: init}/,+2d' kinds/component/pod.yaml
  kubectl kustomize kinds >out.yaml && counts 'initContainers|emptyDir' 0 out.yaml && counts 'reference: x' 3 out.yaml
}
check "component: with image volumes" with_image_volume

policy_is() { # FOLDER APIVERSION KIND IMAGE_VOLUME BINDINGS
  kubectl kustomize "$deploy/$1" >out.yaml && counts "^apiVersion: $2\$" $((1 + $5)) out.yaml &&
    counts "^kind: $3\$" 1 out.yaml && counts 'kind: MutatingAdmissionPolicyBinding' "$5" out.yaml &&
    counts 'failurePolicy: Ignore' 1 out.yaml &&
    grep -B1 'name: imageVolume' out.yaml | grep -q "expression: \"$4\""
}
check "policy, 1.36" policy_is policy admissionregistration.k8s.io/v1 MutatingAdmissionPolicy true 1
check "policy, 1.34" policy_is policy-v1beta1 admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy false 1
check "policy, Kyverno" policy_is kyverno policies.kyverno.io/v1 MutatingPolicy false 0

# the variables of the command, in a pod
of_command() {
  { printf 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    env:\n'
    gpuflame env --format kubernetes | sed 's/^/    /'
  } | kubectl annotate --local -o json -f - a=b | jq -S '.spec.containers[0].env'
}
same_variables() {
  of_command >command.json
  kubectl kustomize "$deploy/examples/pod" | sed -n '/^kind: Pod$/,$p' |
    { echo 'apiVersion: v1' && cat; } | kubectl annotate --local -o json -f - a=b |
    jq -S '.spec.containers[0].env | map(select(.name != "GPUFLAME_STEPS"))' | diff command.json -
}
check "the component sets what gpuflame env prints" same_variables
policy_has_them() {
  local text
  for text in $(jq -r '.[] | .name, .value // empty' command.json); do
    grep -F "$text" "$deploy/policy/policy.yaml" || { echo "not there: $text" && return 1; }
  done
}
check "so does the policy" policy_has_them

# --- pods by the policy --------------------------------------------------------------------------
json() { kubectl annotate --local -o json -f "${1:--}" a=b; }
cat >pods.yaml <<'PODS'
apiVersion: v1
kind: Pod
metadata: {name: plain, labels: {gpuflame: record}, annotations: {gpuflame/steps: "10", gpuflame/mode: "$x"}}
spec:
  initContainers: [{name: sidecar, image: t, restartPolicy: Always}]
  containers:
  - {name: main, image: t, env: [{name: GPUFLAME_STEPS, value: "3"}, {name: POD_NAME, value: mine}]}
  - {name: second, image: t}
---
apiVersion: v1
kind: Pod
metadata:
  {name: nsys, labels: {gpuflame: record}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: 8b7d2f1e-a-b}]}
spec:
  containers:
  - {name: main, image: t, volumeMounts: [{name: v, mountPath: /gpuflame}]}
  - {name: nsys, image: t, env: [{name: CUDA_INJECTION64_PATH, value: /nsys/libToolsInjection64.so}]}
  volumes: [{name: v, emptyDir: {}}]
PODS
json pods.yaml | jq -s . >pods.json

# by_policy FOLDER FILTER: of the pods as its policy changes them
by_policy() {
  kubectl kustomize "$deploy/$1" | sed '/^---/,$d' | json | node "$root/tests/fleet/policy.mjs" pods.json >changed.json &&
    jq -c "$2" changed.json
}
gets() { by_policy "$1" "$2" | tee got && diff got <(cat); }
each_container() {
  # shellcheck disable=SC2016 # of jq
  gets policy '.[].spec.containers[] | [.name,
    [.env[]? | .name + "=" + (.value // .valueFrom.fieldRef.fieldPath | gsub("/opt/gpuflame/libgpuflame.so"; "lib"))],
    [.volumeMounts[]? | .name + ":" + .mountPath]]' <<'END'
["main",["GPUFLAME_STEPS=3","POD_NAME=mine","CUDA_INJECTION64_PATH=lib","NVTX_INJECTION64_PATH=lib","GPUFLAME_OUTPUT=/gpuflame/%q{POD_NAME}-rank%r-%p.gpuflame","GPUFLAME_MODE=$$x","NODE_NAME=spec.nodeName"],["gpuflame:/opt/gpuflame","gpuflame-out:/gpuflame"]]
["second",["CUDA_INJECTION64_PATH=lib","NVTX_INJECTION64_PATH=lib","GPUFLAME_OUTPUT=/gpuflame/%q{POD_NAME}-rank%r-%p.gpuflame","GPUFLAME_MODE=$$x","GPUFLAME_STEPS=10","POD_NAME=metadata.name","NODE_NAME=spec.nodeName"],["gpuflame:/opt/gpuflame","gpuflame-out:/gpuflame"]]
["main",["CUDA_INJECTION64_PATH=lib","NVTX_INJECTION64_PATH=lib","GPUFLAME_OUTPUT=/gpuflame/train-8b7d2f1e/%q{POD_NAME}-rank%r-%p.gpuflame","POD_NAME=metadata.name","NODE_NAME=spec.nodeName"],["v:/gpuflame","gpuflame:/opt/gpuflame"]]
["nsys",["CUDA_INJECTION64_PATH=/nsys/libToolsInjection64.so"],[]]
END
}
init_container() {
  gets policy-v1beta1 '.[0].spec.initContainers | [map(.name), .[1].securityContext, .[1].resources]' <<'END'
[["sidecar","gpuflame"],{"allowPrivilegeEscalation":false,"runAsNonRoot":true,"runAsUser":65534,"seccompProfile":{"type":"RuntimeDefault"},"capabilities":{"drop":["ALL"]}},{"requests":{"cpu":"100m","memory":"64Mi"},"limits":{"cpu":"100m","memory":"64Mi"}}]
END
}
own_folders() {
  gets examples/site '[.[].spec.volumes[].hostPath.path // empty]' <<'END'
["/mnt/gpuflame/team","/mnt/gpuflame/team"]
END
}
once() {
  kubectl kustomize "$deploy/policy" | sed '/^---/,$d' | json >policy.json &&
    node "$root/tests/fleet/policy.mjs" pods.json <policy.json >once.json &&
    node "$root/tests/fleet/policy.mjs" once.json <policy.json | diff once.json -
}
if [ -d "$root/node_modules/@bufbuild/cel" ] && command -v node >/dev/null; then
  check "policy: what each container gets, in a folder of its job; another profiler's is left alone, a mount of its own kept" each_container
  check "policy: its init container is one that restricted namespaces and quotas accept" init_container
  check "policy: on folders of nodes, one for each namespace" own_folders
  check "policy: a pod is changed once" once
else
  skip "policy: pods" "node_modules/@bufbuild/cel is absent: npm ci"
fi

# --- many reports, by an Indexed Job ---------------------------------------------------------------
script_of() { json "$deploy/$1.yaml" | jq -r '.spec.template.spec.containers[0].command[2]'; }
indexed_job() {
  mkdir claim && for rank in 0 1 2; do
    printf 'step;forward;gemm %s\n' $((1000 + rank)) | gpuflame collapse - -o "claim/rank$rank.folded"
  done
  script_of map | sed 's/in \*.sqlite/in *.folded/' >map.sh && script_of reduce >reduce.sh
  (
    cd claim || exit
    for index in 0 1; do
      TASKS=2 OPTIONS='' JOB_COMPLETION_INDEX=$index sh -euc "$(cat ../map.sh)" || exit
    done
    [ "$(ls parts)" = $'1.folded\n2.folded\n3.folded' ] && sh -euc "$(cat ../reduce.sh)" &&
      [ ! -e parts ] && gpuflame collapse flame.svg
  ) | grep -x 'step;forward;gemm 3003'
}
check "map.yaml, reduce.yaml: each file once, one picture" indexed_job

rendered=0
while read -r folder; do
  rendered=$((rendered + 1))
  check "docs/CLUSTERS.md: $folder" kubectl kustomize "$root/$folder"
done < <(sed -n 's/^kubectl \(apply\|delete\) -k //p' "$root/docs/CLUSTERS.md")
check "docs/CLUSTERS.md has commands" [ "$rendered" -gt 4 ]
exit "$failures"
