#!/usr/bin/env bash
# Run the policies of deploy/kubernetes on pods.yaml through Kubernetes' own policy engine, and
# write what comes out to tests/fleet/policy, where containers_test.sh plays it:
# tests/fleet/policy_engine.sh FOLDER
#
# FOLDER keeps Debian sid with its packages of the API server and Go (2.7 GB, 3 minutes; once), and
# the engine built from them (4 minutes of CPU; then seconds). Not part of any suite: run it
# when a policy or pods.yaml changes, which manifests_test.sh notices. Needs root, mmdebstrap, kubectl.
set -eu
sid=$(realpath -m "$1")/sid
cd "$(dirname "$0")/../.."
[ -d "$sid" ] || mmdebstrap --variant=apt --include=golang-go,golang-k8s-apiserver-dev,golang-k8s-client-go-dev \
  sid "$sid" ${MIRROR:+"$MIRROR"}
mkdir -p "$sid/tmp/policy"
cp tests/fleet/policy_engine.go tests/fleet/pods.yaml "$sid/tmp/policy"
# shellcheck disable=SC2016 # $0 is the folder
unshare --mount sh -c '
  mount -t proc proc "$0/proc"
  exec chroot "$0" env -C /tmp/policy GOPATH=/usr/share/gocode GO111MODULE=off GOCACHE=/tmp/go \
    go build -o engine policy_engine.go' "$sid"
mkdir -p tests/fleet/policy
for policy in policy policy-v1beta1 examples/site; do
  name=${policy##*/}
  # the versions have the same fields
  kubectl kustomize "deploy/kubernetes/$policy" | sed 's|k8s.io/v1beta1$|k8s.io/v1|' >"$sid/tmp/policy/$name.yaml"
  chroot "$sid" env -C /tmp/policy ./engine "$name.yaml" pods.yaml >"tests/fleet/policy/$name.json"
done
cat deploy/kubernetes/policy/policy.yaml deploy/kubernetes/{policy-v1beta1,examples/site}/kustomization.yaml \
  tests/fleet/pods.yaml | sha256sum >tests/fleet/policy/sources.sha256
