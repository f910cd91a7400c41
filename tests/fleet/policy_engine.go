// What Kubernetes makes of pods by a MutatingAdmissionPolicy, through the policy engine of
// the API server itself: policy_engine POLICY.yaml PODS.yaml prints them, as JSON. Each pod is
// admitted as when it is created: matched by label and conditions, patched, and read back
// strictly, so that a field that pods do not have is an error. policy_engine.sh builds it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/client-go/applyconfigurations"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// documents reads each YAML document of a file that has the given kind.
func documents[T any](path, kind string) []*T {
	var found []*T
	for _, text := range strings.Split("\n"+string(must(os.ReadFile(path))), "\n---\n") {
		var meta metav1.TypeMeta
		if yaml.Unmarshal([]byte(text), &meta) == nil && meta.Kind == kind {
			object := new(T)
			must(0, yaml.UnmarshalStrict([]byte(text), object))
			found = append(found, object)
		}
	}
	return found
}

type engine struct {
	policy   *admissionv1.MutatingAdmissionPolicy
	compiler *plugincel.CompositedCompiler
	matcher  matchconditions.Matcher
	patchers []patch.Patcher
}

// newEngine compiles as the API server's compilePolicy(), which is private, does.
func newEngine(policy *admissionv1.MutatingAdmissionPolicy) *engine {
	options := plugincel.OptionalVariableDeclarations{HasAuthorizer: true}
	compiler := must(plugincel.NewCompositedCompiler(
		environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())))
	var variables []plugincel.NamedExpressionAccessor
	for _, v := range policy.Spec.Variables {
		variables = append(variables, &validating.Variable{Name: v.Name, Expression: v.Expression})
	}
	compiler.CompileAndStoreVariables(variables, options, environment.StoredExpressions)
	var conditions []plugincel.ExpressionAccessor
	for i := range policy.Spec.MatchConditions {
		conditions = append(conditions, (*matchconditions.MatchCondition)(&policy.Spec.MatchConditions[i]))
	}
	e := &engine{policy: policy, compiler: compiler, matcher: matchconditions.NewMatcher(
		compiler.CompileCondition(conditions, options, environment.StoredExpressions),
		policy.Spec.FailurePolicy, "policy", "mutate", policy.Name)}
	options.HasPatchTypes = true
	for _, m := range policy.Spec.Mutations {
		if m.PatchType == admissionv1.PatchTypeJSONPatch {
			e.patchers = append(e.patchers, patch.NewJSONPatcher(compiler.CompileMutatingEvaluator(
				&patch.JSONPatchCondition{Expression: m.JSONPatch.Expression},
				options, environment.StoredExpressions)))
		} else {
			e.patchers = append(e.patchers, patch.NewApplyConfigurationPatcher(compiler.CompileMutatingEvaluator(
				&patch.ApplyConfigurationCondition{Expression: m.ApplyConfiguration.Expression},
				options, environment.StoredExpressions)))
		}
	}
	return e
}

func (e *engine) admit(pod *corev1.Pod) *corev1.Pod {
	selector := must(metav1.LabelSelectorAsSelector(e.policy.Spec.MatchConstraints.ObjectSelector))
	if !selector.Matches(labels.Set(pod.Labels)) {
		return pod
	}
	kind, resource := corev1.SchemeGroupVersion.WithKind("Pod"), corev1.SchemeGroupVersion.WithResource("pods")
	pod.SetGroupVersionKind(kind)
	interfaces := admission.NewObjectInterfacesFromScheme(scheme.Scheme)
	converter := applyconfigurations.NewTypeConverter(scheme.Scheme)
	for i, patcher := range e.patchers {
		attributes := admission.NewAttributesRecord(pod, nil, kind, "default", pod.Name, resource, "",
			admission.Create, &metav1.CreateOptions{}, false, nil)
		versioned := must(admission.NewVersionedAttributes(attributes, kind, interfaces))
		ctx := e.compiler.CreateContext(context.Background())
		if i == 0 {
			match := e.matcher.Match(ctx, versioned, nil, nil)
			must(0, match.Error)
			if !match.Matches {
				return pod
			}
		}
		patched := must(patcher.Patch(ctx, patch.Request{
			MatchedResource: resource, VersionedAttributes: versioned, ObjectInterfaces: interfaces,
			TypeConverter: converter}, celconfig.RuntimeCELCostBudget))
		pod = &corev1.Pod{}
		fields := must(runtime.DefaultUnstructuredConverter.ToUnstructured(patched))
		must(0, runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(fields, pod, true))
	}
	return pod
}

func main() {
	policies := documents[admissionv1.MutatingAdmissionPolicy](os.Args[1], "MutatingAdmissionPolicy")
	engine := newEngine(policies[0])
	for _, pod := range documents[corev1.Pod](os.Args[2], "Pod") {
		fmt.Printf("%s\n", must(json.MarshalIndent(engine.admit(pod), "", "  ")))
	}
}
