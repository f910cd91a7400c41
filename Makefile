# gpuflame. `make help` lists what can be made; config.mk (not in git) may set
# any variable of this file.
-include config.mk

VERSION := 1.0.0
BUILD ?= release
# no: the converter alone, without record and libgpuflame.so; for systems other than Linux
RECORD ?= yes
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
CUDA_HOME ?= /usr/local/cuda
PKG_CONFIG ?= pkg-config
FUZZ_SECONDS ?= 60

ifeq ($(filter $(BUILD),release debug asan tsan fuzz),)
$(error BUILD=$(BUILD): expected release, debug, asan, tsan or fuzz)
endif
ifeq ($(filter $(RECORD),yes no),)
$(error RECORD=$(RECORD): expected yes or no)
endif
ifeq ($(origin CC),default)
CC := $(if $(filter fuzz,$(BUILD)),clang,gcc)
endif
ifeq ($(origin AR),default)
AR = $(shell $(CC) -print-prog-name=ar)
endif

B := build/$(BUILD)$(if $(filter no,$(RECORD)),-converter)
comma := ,
Q := $(if $(V),,@)
say = @$(if $(V),:,printf '  %-7s %s\n' $(1) $(2))

# --- flags ---------------------------------------------------------------------
PACKAGES := sqlite3 libpcre2-8 zlib
# Asked once, and only when something is compiled: `make deps` must work without them.
check_packages = $(if $(shell $(PKG_CONFIG) --exists $(PACKAGES) && echo yes),,$(error \
	$(PKG_CONFIG) does not find all of $(PACKAGES): run `make deps`, or set PKG_CONFIG_PATH))
PACKAGE_CFLAGS = $(check_packages)$(eval PACKAGE_CFLAGS := $$(subst -I,-isystem ,$$(shell $(PKG_CONFIG) --cflags $(PACKAGES) $(ZSTD))))$(PACKAGE_CFLAGS)
PACKAGE_LIBS = $(eval PACKAGE_LIBS := $$(shell $(PKG_CONFIG) --libs $(PACKAGES) $(ZSTD)))$(PACKAGE_LIBS)
# Optional: full names of C++ kernels, by GCC's static C++ support library.
DEMANGLER := $(wildcard $(shell $(CC) -print-file-name=libsupc++.a))
# Optional: reading what zstd compressed.
ZSTD := $(shell $(PKG_CONFIG) --exists libzstd && echo libzstd)
CMOCKA_LIBS = $(shell $(PKG_CONFIG) --libs cmocka)

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wvla \
	-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wcast-qual \
	-Wwrite-strings -Wformat=2 -Wswitch-enum $(if $(CI),-Werror)
SANITIZE_asan := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZE_tsan := -fsanitize=thread
SANITIZE_fuzz := -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all
SANITIZE := $(SANITIZE_$(BUILD))
# Of a release, what backtraces and profilers need: all of it takes a fifth of compiling.
OPTIMISE := $(if $(filter release,$(BUILD)),-O2 -g1,$(if $(filter debug,$(BUILD)),-O0 -g3,-O1 -g))

# On other systems this would hide what is not in POSIX, and _GNU_SOURCE would not show it.
POSIX := $(if $(filter Linux,$(shell uname -s)),-D_POSIX_C_SOURCE=200809L)
override CPPFLAGS += $(POSIX) -DGPUFLAME_VERSION='"$(VERSION)"' $(if $(ZSTD),-DHAVE_ZSTD) $(if $(DEMANGLER),-DHAVE_DEMANGLER) -I. -I$(B)/gen
# For releases: flags that make bugs harder to exploit, if the compiler has them.
# `make lint` checks the files for them.
try_flag = $(shell $(CC) $(1) -Werror -x c -c /dev/null -o /dev/null 2>/dev/null && echo '$(1)')
ifeq ($(BUILD),release)
HARDEN = $(eval HARDEN := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fPIE $$(foreach f,-fstack-protector-strong \
	-fstack-clash-protection -fcf-protection -mbranch-protection=standard,$$(call try_flag,$$(f))))$(HARDEN)
ifneq ($(shell uname -s),Darwin)
HARDEN_LINK := -Wl,-z,relro -Wl,-z,now
endif
endif
override CFLAGS += -std=c11 $(WARNINGS) $(OPTIMISE) $(HARDEN) $(SANITIZE)
COMPILE = $(CC) $(CPPFLAGS) $(PACKAGE_CFLAGS) $(CFLAGS) -MMD -MP
# What runs tests need not be fast: without optimisation it is compiled in a third of the time.
COMPILE_TEST = $(COMPILE) $(if $(filter release,$(BUILD)),-U_FORTIFY_SOURCE -O0)
LINK = $(CC) $(CFLAGS) $(HARDEN_LINK) $(LDFLAGS)
LIBS = $(PACKAGE_LIBS) $(DEMANGLER) -lm -lpthread

# --- sources: every .c in a folder belongs to it ---------------------------------
LIB_SRCS := $(wildcard $(foreach room,base collapse export svg stats,$(addprefix $(room)/,*.c */*.c */*/*.c)))
CONVERTER_SRCS := $(wildcard cmd/*.c)
ifeq ($(RECORD),no)
CMD_SRCS := $(CONVERTER_SRCS)
else
# What the capture library and `gpuflame record` share is in both.
LIB_SRCS += capture/config.c capture/control.c capture/job.c capture/output_path.c capture/status.c
CMD_SRCS := $(filter-out cmd/no_record.c,$(CONVERTER_SRCS)) $(wildcard cmd/record/*.c)
endif
LIB_OBJS := $(LIB_SRCS:%.c=$(B)/obj/%.o)

# The capture library: where the headers of NVTX are, of CUDA or of Debian.
# Position-independent, its symbols hidden, SQLite and the demangler inside.
NVTX_INCLUDE := $(firstword $(foreach d,$(CUDA_HOME)/include $(wildcard $(CUDA_HOME)/targets/*-linux/include) \
	/usr/include /usr/lib/cuda/include,$(if $(wildcard $(d)/nvtx3/nvToolsExt.h),$(d))))
SQLITE_ARCHIVE := $(wildcard $(shell $(CC) -print-file-name=libsqlite3.a))
CAPTURE := $(if $(filter fuzz no,$(BUILD) $(RECORD)),,$(if $(NVTX_INCLUDE),$(if $(SQLITE_ARCHIVE),$(B)/libgpuflame.so)))
CAPTURE_BASE := $(foreach f,arena err idmap mem names page_sum platform short_name sum sync tree utf8,base/$(f).c)
CAPTURE_SRCS := $(wildcard capture/*.c capture/*/*.c) $(CAPTURE_BASE) base/no_locks.c
CAPTURE_OBJS := $(CAPTURE_SRCS:%.c=$(B)/pic/%.o)
# In sections: what ends a command without memory is left out of it, and nothing may call that.
CAPTURE_FLAGS := -fPIC -fvisibility=hidden -ffunction-sections -isystem $(NVTX_INCLUDE)
# Where there is glibc, it refers to the symbols of an old one, in the libraries that had them
# (capture/old_glibc.syms). Not on other processors, nor under sanitizers, which replace some.
OLD_GLIBC := $(if $(CAPTURE),$(if $(SANITIZE),,$(shell echo __GLIBC__ __x86_64__ __aarch64__ | \
	$(CC) -include features.h -E -P -x c - 2>/dev/null | \
	sed -n 's/^[0-9]* 1 __aarch64__/x86-64/p; s/^[0-9]* __x86_64__ 1/aarch64/p')))
OLD_SYMBOLS := $(if $(OLD_GLIBC),$(B)/gen/old_glibc.syms)
rename_symbols = $(if $(OLD_GLIBC),$(shell $(CC) -print-prog-name=objcopy) --redefine-syms=$(OLD_SYMBOLS),cp)
CMD_OBJS := $(CMD_SRCS:%.c=$(B)/obj/%.o)
UNIT_SRCS := $(wildcard tests/unit/*/*_test.c)
UNIT_BINS := $(UNIT_SRCS:tests/unit/%.c=$(B)/unit/%)
FUZZ_SRCS := $(wildcard tests/fuzz/*_fuzz.c)
FUZZ_BINS := $(if $(TARGET),$(B)/fuzz/$(TARGET:_fuzz=)_fuzz,$(FUZZ_SRCS:tests/fuzz/%.c=$(B)/fuzz/%))
# By structure, the command itself: tests/fuzz/structure.py
FUZZ_STRUCTURE := $(if $(filter-out structure,$(TARGET)),,$(B)/gpuflame)
REPLAY_BINS := $(FUZZ_SRCS:tests/fuzz/%.c=$(B)/replay/%)
FIXTURES := $(patsubst tests/fixtures/%.sql,$(B)/fixtures/%.sqlite,$(wildcard tests/fixtures/*.sql tests/fixtures/*/*.sql))
# A stand-in capture library and CUDA program, to test `gpuflame record`.
FAKES := $(B)/fake/libfake.so $(B)/fake/fake_cuda
# The mock of CUPTI, and programs that play CUDA on it.
MOCK := $(if $(CAPTURE),$(addprefix $(B)/mock/,libcupti.so.13 driver flood queue crowd manners every_call nccl payloads modules \
	plugin_a.so plugin_b.so cuda/libcuda.so.1 cuda/libnvidia-ml.so.1))
MAN_PAGES := $(filter-out $(if $(filter no,$(RECORD)),%-record.1 %-start.1 %-stop.1 %-snapshot.1 %-env.1),$(wildcard docs/man/*.1))
# Memory that runs out, and calls that fail; under a sanitizer both are the sanitizer's, too. What
# is preloaded has none: it comes after that of the program.
FAULTS := $(addprefix $(B)/fault/,clock_jump.so disk.so $(if $(SANITIZE),,fail_call failing_malloc.so \
	quick_clock.so))

.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.DEFAULT_GOAL := all
.PHONY: all help deps demo check test fleet san systems fuzz bench lint format bless install uninstall clean

all: $(B)/gpuflame $(or $(CAPTURE),$(if $(filter yes,$(RECORD)),no-capture)) ## build gpuflame (and its capture library, where CUDA_HOME has the headers)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo "  variables: BUILD=release|debug|asan|tsan|fuzz RECORD=yes|no V=1 PREFIX= DESTDIR= CUDA_HOME= FUZZ_SECONDS= TARGET="

# --- build -----------------------------------------------------------------------
$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -c $< -o $@

$(B)/libcore.a: $(LIB_OBJS)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(B)/gpuflame: $(CMD_OBJS) $(B)/libcore.a
	$(call say,LD,$@)
	$(Q)$(LINK) $(if $(HARDEN),-pie) $^ $(LIBS) -o $@

# What RECORD=no makes, for the tests.
$(B)/converter/gpuflame: $(CONVERTER_SRCS:%.c=$(B)/obj/%.o) $(B)/libcore.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(LINK) $^ $(LIBS) -o $@

$(B)/pic/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(CAPTURE_FLAGS) -c $< -o $@

$(B)/gen/old_glibc.syms: capture/old_glibc.syms Makefile
	@mkdir -p $(@D)
	$(Q)sed -e '/^#/d; /^$$/d' $(if $(filter aarch64,$(OLD_GLIBC)),-e 's/@GLIBC_.*/@GLIBC_2.17/') $< > $@

$(B)/renamed/%.o: $(B)/pic/%.o $(OLD_SYMBOLS)
	@mkdir -p $(@D)
	$(Q)$(rename_symbols) $< $@

$(B)/renamed/lib%.a: $(OLD_SYMBOLS)
	@mkdir -p $(@D)
	$(Q)$(rename_symbols) $(shell $(CC) -print-file-name=$(@F)) $@

# -z nodelete: NVTX unloads a library that refuses it, even with running threads.
$(B)/libgpuflame.so: $(addprefix $(B)/renamed/,$(CAPTURE_SRCS:.c=.o) libsqlite3.a libsupc++.a) capture/libgpuflame.map
	$(call say,LD,$@)
	$(Q)$(LINK) -shared -Wl,-soname,libgpuflame.so -Wl,--version-script=capture/libgpuflame.map \
		$(if $(SANITIZE),,-Wl$(comma)--no-undefined) -Wl,--exclude-libs,ALL -Wl,--gc-sections \
		-Wl,-z,nodelete \
		$(filter %.o %.a,$^) -lm $(if $(OLD_GLIBC),-Wl$(comma)--no-as-needed -l:libpthread.so.0 -l:libdl.so.2,-lpthread -ldl) -o $@

.PHONY: no-capture
no-capture:
	@echo "libgpuflame.so is left out: $(if $(NVTX_INCLUDE),no libsqlite3.a (Debian: libsqlite3-dev; make static brings its own),no nvtx3/nvToolsExt.h in $(CUDA_HOME)/include; set CUDA_HOME)"

# For tests/systems: what tests run, and what they read.
.PHONY: programs fixtures
programs: all $(B)/mkdb $(B)/json_tokens $(B)/converter/gpuflame $(FAKES) $(MOCK)
fixtures: $(FIXTURES)

# A file's bytes as the inside of a C array: #include "svg/flame.css.inc". BSD's od ends with spaces.
as_array = sed 's/^ *//; s/ *$$/,/; s/  */,/g'
$(B)/gen/%.inc: %
	@mkdir -p $(@D)
	$(Q)od -An -v -tu1 $< | $(as_array) > $@

# The script and the style sheet that travel in each SVG. The modules of the script
# become one function, so that several pictures on a page do not affect each other: each after
# those that it imports (tsort fails on a circle of imports), without import and export; in a
# block, where a name that two modules have is an error.
SVG_JS := $(wildcard svg/js/*.js)
SVG_CSS := $(wildcard svg/flame.css)
$(B)/gen/svg/flame.js: $(SVG_JS) svg/pack_js.awk Makefile
	@mkdir -p $(@D)
	$(Q)modules=$$(awk -F"'" 'FNR == 1 { print FILENAME, FILENAME } \
		/from .\.\// { sub("./", "svg/js/", $$2); print $$2, FILENAME }' $(SVG_JS) | tsort) && \
	(echo '(function () {'; echo '"use strict"; {'; \
		sed -e '/^import .*;$$/d' -e '/^import /,/;$$/d' -e 's/^export //' \
			-e '/^[[:space:]]*\/\*.*\*\/$$/d' -e '/^[[:space:]]*\/\*/,/\*\/$$/d' \
			-e 's/[[:space:]]*\/\* [^*]*\*\/$$//' $$modules | awk -f svg/pack_js.awk; \
		echo '}'; echo '})();') > $@
$(B)/gen/svg/flame.css: $(SVG_CSS) Makefile
	@mkdir -p $(@D)
	$(Q)cat /dev/null $(SVG_CSS) | sed -E -e 's# */[*]([^*]|[*][^/])*[*]/##g' -e '/^$$/d' > $@
$(B)/gen/svg/%.inc: $(B)/gen/svg/%
	$(Q)od -An -v -tu1 $< | $(as_array) > $@

# The presets, in the order in which they apply; module paths come last, since other presets
# uncover them. kernel-family.rules is part of --kernel-names.
PRESETS := $(shell cat collapse/names/presets/ORDER)
PRESET_RULES := $(PRESETS:%=collapse/names/presets/%.rules)
KERNEL_FAMILY := collapse/names/presets/kernel-family.rules
ifneq ($(filter-out $(PRESET_RULES) $(KERNEL_FAMILY),$(wildcard collapse/names/presets/*.rules)),)
$(error collapse/names/presets/ORDER lacks one of the presets: $(filter-out $(PRESET_RULES) $(KERNEL_FAMILY),$(wildcard collapse/names/presets/*.rules)))
endif
$(B)/gen/collapse/names/presets.inc: collapse/names/presets/ORDER $(PRESET_RULES) Makefile
	@mkdir -p $(@D)
	$(Q)for name in $(PRESETS); do \
		echo "static const char $$name[] = {"; \
		od -An -v -tu1 collapse/names/presets/$$name.rules | $(as_array); \
		echo "0 };"; \
	done > $@
	$(Q)(echo 'static const struct preset presets[] = {'; printf 'PRESET(%s),\n' $(PRESETS); echo '};') >> $@
# Reports that are SQL, each as a text.
REPORT_FILES := $(wildcard stats/reports/*.sql)
$(B)/gen/stats/reports/sql.inc: $(REPORT_FILES) Makefile
	@mkdir -p $(@D)
	$(Q)for file in $(REPORT_FILES); do \
		echo "static const char $$(basename $$file .sql)_sql[] = {"; \
		od -An -v -tu1 $$file | $(as_array); \
		echo "0 };"; \
	done > $@
	$(Q)(echo 'static const struct { const char *name, *text; } sql_files[] = {'; \
		for file in $(REPORT_FILES); do name=$$(basename $$file .sql); echo "{ \"$$name\", $${name}_sql },"; done; \
		echo '};') >> $@
$(B)/obj/stats/reports/registry.o: $(B)/gen/stats/reports/sql.inc
# The commit, of --version; not of a released tarball, which is named by its version.
.PHONY: commit
$(B)/gen/cmd/commit.h: commit
	@mkdir -p $(@D)
	@new=$@.$$$$; echo '#define COMMIT "$(if $(wildcard .git),$(shell git rev-parse --short HEAD 2>/dev/null))"' > $$new; \
		cmp -s $$new $@ && rm $$new || mv $$new $@
$(B)/obj/cmd/main.o: $(B)/gen/cmd/commit.h
$(B)/obj/collapse/names/presets.o: $(B)/gen/collapse/names/presets.inc
$(B)/obj/collapse/names/kernel_names.o: $(B)/gen/$(KERNEL_FAMILY).inc
$(B)/pic/capture/start/python_hooks.o: $(addprefix $(B)/gen/capture/python/,tracer.py.inc pytorch.py.inc layout.py.inc)
$(B)/pic/capture/write/trace_schema.o: $(B)/gen/capture/write/trace_schema.sql.inc
$(B)/obj/cmd/record/python_options.o: $(B)/gen/cmd/record/sitecustomize.py.inc
$(B)/obj/cmd/record/snapshot.o: $(B)/gen/cmd/record/since.sql.inc
$(B)/obj/svg/document.o: $(B)/gen/svg/flame.js.inc
$(B)/obj/svg/css.o: $(B)/gen/svg/flame.css.inc
$(B)/obj/svg/short_names.o: $(B)/gen/svg/short_names.rules.inc
$(B)/obj/svg/kinds.o: $(B)/gen/svg/kinds.list.inc

# --- set-up ------------------------------------------------------------------------
parallel = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$$(nproc))
deps:
	@./setup.sh build

demo: deps ## install what is missing, build, render a flame graph, print its path
	@$(MAKE) --no-print-directory $(parallel) all $(B)/fixtures/demo.sqlite
	@$(B)/gpuflame $(B)/fixtures/demo.sqlite -o build/demo.svg
	@echo "the flame graph: $(CURDIR)/build/demo.svg"
	@echo "open it in a browser: xdg-open build/demo.svg"
	@echo "one of yours: $(CURDIR)/$(B)/gpuflame report.sqlite -o flame.svg"

# --- tests -------------------------------------------------------------------------
check: ## install what tests need, build, run every test
	@./setup.sh test
	@$(MAKE) --no-print-directory $(parallel) test

test: programs $(UNIT_BINS) $(REPLAY_BINS) $(FIXTURES) $(FAULTS)
	@tests/run.sh $(B)

fleet: ## install what these need, and run the tests on Slurm, MPI and in containers
	@SUITES=fleet ./setup.sh test
	@$(MAKE) --no-print-directory test SUITES=fleet

san: ## run the tests under AddressSanitizer + UBSan and ThreadSanitizer
	@$(MAKE) --no-print-directory test BUILD=asan SUITES="unit cli replay capture"
	@$(MAKE) --no-print-directory test BUILD=tsan SUITES="unit cli capture"

$(B)/unit/%: tests/unit/%.c $(B)/libcore.a
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(COMPILE_TEST) $(LDFLAGS) $< $(B)/libcore.a $(CMOCKA_LIBS) $(LIBS) -o $@

# which reads pictures as a browser would
$(B)/replay/svg_fuzz $(B)/fuzz/svg_fuzz: LIBS += $(shell $(PKG_CONFIG) --cflags --libs libxml-2.0)

$(B)/corpus/%: tests/fuzz/corpus/% tests/fuzz/corpus.py $(wildcard tests/fixtures/*.sql tests/fixtures/*.json)
	@mkdir -p $(@D)
	$(Q)tests/fuzz/corpus.py $< $@
	@touch $@

$(B)/replay/%: tests/fuzz/%.c tests/fuzz/replay.c $(B)/libcore.a | $(B)/corpus/%
	@mkdir -p $(@D)
	$(call say,REPLAY,$<)
	$(Q)$(COMPILE_TEST) $(LDFLAGS) $(filter %.c %.a,$^) $(LIBS) -o $@

$(B)/fake/libfake.so: tests/capture/fake_injection.c capture/config.c capture/job.c capture/output_path.c capture/status.c \
		$(CAPTURE_BASE) base/die.c base/order.c base/text.c base/utf8_width.c
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(CPPFLAGS) $(filter-out -fsanitize=%,$(CFLAGS)) -fPIC -shared -Wl,--no-undefined $^ -lm -o $@

$(B)/fake/fake_cuda: tests/capture/fake_cuda.c
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(CC) $(CPPFLAGS) $(filter-out -fsanitize=%,$(CFLAGS)) $^ -ldl -o $@

$(B)/fault/%.so: tests/fault/%.c $(wildcard tests/fault/*.h)
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(filter-out -fsanitize=%,$(COMPILE)) -fPIC -shared $(LDFLAGS) $< -o $@

$(B)/fault/%: tests/fault/%.c $(wildcard tests/fault/*.h)
	@mkdir -p $(@D)
	$(call say,TEST,$<)
	$(Q)$(COMPILE) $(LDFLAGS) $< -o $@

$(B)/mkdb: tests/tools/mkdb.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(LDFLAGS) $< $(LIBS) -o $@

$(B)/json_tokens: tests/tools/json_tokens.c $(B)/libcore.a
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(LDFLAGS) $^ $(LIBS) -o $@

$(B)/fixtures/%.sqlite: tests/fixtures/%.sql $(B)/mkdb
	@mkdir -p $(@D)
	$(Q)$(B)/mkdb $@ $<

# --- the mock of CUPTI, and programs that play CUDA on it ----------------------------
MOCK_FLAGS := -isystem $(NVTX_INCLUDE)

$(B)/mock/libcupti.so.13: $(addprefix tests/mock/,cupti_mock.c mock_answers.c mock_layouts.c \
		mock_answers.h mock_layouts.h mock.h) capture/device/cupti_abi.h
	@mkdir -p $(@D)
	$(call say,MOCK,$@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -fPIC -shared -Wl,-soname,libcupti.so.13 $(LDFLAGS) \
		$(filter %.c,$^) -lpthread -o $@

$(B)/mock/plugin_%.so: tests/mock/plugin.c $(B)/mock/libcupti.so.13
	$(call say,MOCK,$@)
	$(Q)$(COMPILE) $(MOCK_FLAGS) -fPIC -shared $(LDFLAGS) $< -Wl,-rpath,'$$ORIGIN' \
		-L$(B)/mock -l:libcupti.so.13 -ldl -lpthread -o $@

$(B)/mock/cuda/libcuda.so.1: tests/mock/check_cuda.c $(B)/mock/libcupti.so.13
	@mkdir -p $(@D)
	$(call say,MOCK,$@)
	$(Q)$(COMPILE) $(MOCK_FLAGS) -fPIC -shared $(LDFLAGS) $< -Wl,-rpath,'$$ORIGIN/..' -L$(B)/mock -l:libcupti.so.13 -ldl -o $@

$(B)/mock/cuda/libnvidia-ml.so.1: tests/mock/nvml_mock.c
	@mkdir -p $(@D)
	$(call say,MOCK,$@)
	$(Q)$(COMPILE) -fPIC -shared $(LDFLAGS) $< -o $@

$(B)/mock/driver: $(addprefix tests/mock/,account.c driver_cuda.c other_client.c script.c)
$(B)/mock/%: tests/mock/%.c $(wildcard tests/mock/*.h) $(B)/mock/libcupti.so.13 $(B)/libgpuflame.so
	$(call say,MOCK,$@)
	$(Q)$(COMPILE) $(MOCK_FLAGS) $(LDFLAGS) $(filter %.c,$^) -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..' \
		-L$(B)/mock -l:libcupti.so.13 -L$(B) -lgpuflame -lpthread -ldl -o $@

systems: programs ## the README's two commands on bare Debian systems, for arm64, with musl, with an old glibc (mmdebstrap)
	@tests/systems/run.sh build/systems $(SYSTEMS)
	@$(if $(SYSTEMS),,tests/systems/python_root.sh $(B))

bless: programs $(FIXTURES) ## rewrite the expected output of the CLI tests
	@BLESS=1 tests/run.sh $(B) cli

fuzz: ## fuzz each target, or TARGET=name alone, for FUZZ_SECONDS
	@$(MAKE) --no-print-directory fuzz-run BUILD=fuzz

.PHONY: fuzz-run
fuzz-run: $(FUZZ_STRUCTURE) $(filter-out %/structure_fuzz,$(FUZZ_BINS))
	@tests/fuzz/run.sh $(FUZZ_SECONDS) $^

$(B)/fuzz/%: tests/fuzz/%.c $(B)/libcore.a | $(B)/corpus/%
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -fsanitize=fuzzer $(LDFLAGS) $(filter %.c %.a,$^) $(LIBS) -o $@

$(B)/bench/capture: bench/capture.c bench/capture_floor.c bench/capture.h $(B)/mock/libcupti.so.13 $(B)/libgpuflame.so
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(MOCK_FLAGS) $(LDFLAGS) $(filter %.c,$^) $(SQLITE_ARCHIVE) -Wl,-rpath,'$$ORIGIN/../mock:$$ORIGIN/..' \
		-L$(B)/mock -l:libcupti.so.13 -L$(B) -lgpuflame -lm -lpthread -ldl -o $@

$(B)/bench/nvtx_floor.so: bench/nvtx_floor.c
	@mkdir -p $(@D)
	$(Q)$(COMPILE) $(MOCK_FLAGS) -fPIC -shared $(LDFLAGS) $< -o $@

.PHONY: gpu-check gpu-bundle
gpu-check: all ## what only a machine with a GPU can show; PART=programs and PART=torch take ten minutes each
	@tests/gpu/check.sh $(B) $(PART)

NVCC ?= $(firstword $(wildcard $(CUDA_HOME)/bin/nvcc) nvcc)
gpu-bundle: all ## gpu-check for a machine that cannot build it, as an archive: docs/dev/GPU-CHECK.md
	$(Q)rm -rf $(B)/bundle
	@mkdir -p $(B)/bundle/lib $(B)/bundle/gpu $(B)/bundle/tests $(B)/bundle/docs/dev
	$(Q)$(LINK) $(CMD_OBJS) $(B)/libcore.a $(LIBS) -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/lib' \
		-o $(B)/bundle/gpuflame
	$(Q)ldd $(B)/gpuflame | awk '$$3 ~ /^\// && $$1 !~ /^lib(c|m|stdc\+\+|gcc_s)\.so/ { print $$3 }' | \
		xargs cp -L -t $(B)/bundle/lib
	$(Q)cp $(B)/libgpuflame.so $(B)/bundle/
	$(Q)$(NVCC) -O2 tests/gpu/gpt.cu -o $(B)/bundle/gpu/gpt -lpthread
	$(Q)$(NVCC) -O2 tests/gpu/spin.cu -o $(B)/bundle/gpu/spin
	$(Q)$(NVCC) -O2 tests/gpu/decode.cu -o $(B)/bundle/gpu/decode
	$(Q)$(NVCC) -O2 -shared -Xcompiler -fPIC tests/gpu/spin.cu -o $(B)/bundle/gpu/libspin.so
	$(Q)$(CC) -O2 -shared -fPIC tests/gpu/bare_cupti.c -o $(B)/bundle/gpu/bare_cupti.so -ldl
	$(Q)cp -r tests/gpu $(B)/bundle/tests/ && cp docs/dev/GPU-CHECK.md $(B)/bundle/docs/dev/
	$(Q)tar -cJf $(B)/gpu-check.tar.xz -C $(B) --transform 's/^bundle/gpu-check/' bundle
	@echo "$(CURDIR)/$(B)/gpu-check.tar.xz"

bench: ## measure speed and memory beside the peers and the floor
	@$(MAKE) --no-print-directory all BUILD=release
	@bench/run.sh build/release

# --- care --------------------------------------------------------------------------
lint: all ## headers alone, rooms, formatting, static analysis, lists in documents
	@tests/lint/run.sh $(B)

# For the lint script: what sources are compiled with, and the files that they include.
.PHONY: flags generated
flags:
	@echo $(CPPFLAGS) $(PACKAGE_CFLAGS) $(addprefix -isystem ,$(filter-out /usr/include,$(NVTX_INCLUDE))) -std=c11
generated: $(addprefix $(B)/gen/,$(addprefix svg/,flame.js.inc flame.css.inc short_names.rules.inc kinds.list.inc) \
	$(addprefix capture/,python/tracer.py.inc python/pytorch.py.inc python/layout.py.inc write/trace_schema.sql.inc) $(addprefix cmd/record/,sitecustomize.py.inc since.sql.inc)) $(B)/gen/cmd/commit.h

.PHONY: man
man: all ## write the options of the man pages from --help
	@docs/man/options.py $(B)

format: ## format the C sources
	@git ls-files --cached --others --exclude-standard '*.[ch]' | xargs clang-format -i

COMPLETIONS := share/bash-completion/completions/gpuflame share/zsh/site-functions/_gpuflame \
	share/fish/vendor_completions.d/gpuflame.fish
install: all install-files ## install below $(DESTDIR)$(PREFIX), the capture library in $(LIBDIR)
.PHONY: install-files
install-files:
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin share/gpuflame/presets share/gpuflame/ci share/man/man1 $(dir $(COMPLETIONS)))
	install -m 755 $(B)/gpuflame $(DESTDIR)$(PREFIX)/bin/gpuflame
ifneq ($(CAPTURE),)
	install -d $(DESTDIR)$(LIBDIR) $(addprefix $(DESTDIR)$(PREFIX)/,include share/gpuflame/slurm)
	install -m 644 $(CAPTURE) $(DESTDIR)$(LIBDIR)/libgpuflame.so
	install -m 644 capture/gpuflame.h $(DESTDIR)$(PREFIX)/include/gpuflame.h
	install -m 755 deploy/slurm/* $(DESTDIR)$(PREFIX)/share/gpuflame/slurm
	install -m 644 deploy/modulefile $(DESTDIR)$(PREFIX)/share/gpuflame
	sed -i -e 's|/usr/local/lib|$(LIBDIR)|g' -e 's|/usr/local|$(PREFIX)|g' \
		$(DESTDIR)$(PREFIX)/share/gpuflame/modulefile $(DESTDIR)$(PREFIX)/share/gpuflame/slurm/*
endif
	install -m 755 deploy/ci/*.sh $(DESTDIR)$(PREFIX)/share/gpuflame/ci
	install -m 644 deploy/ci/*.yml $(DESTDIR)$(PREFIX)/share/gpuflame/ci
	sed -i 's|/usr/local|$(PREFIX)|g' $(DESTDIR)$(PREFIX)/share/gpuflame/ci/gitlab.yml
	install -m 644 collapse/names/presets/*.rules $(DESTDIR)$(PREFIX)/share/gpuflame/presets
	install -m 644 $(MAN_PAGES) $(DESTDIR)$(PREFIX)/share/man/man1
	$(foreach to,$(COMPLETIONS),install -m 644 docs/completion/gpuflame.$(firstword \
		$(filter bash zsh fish,$(subst /, ,$(subst -, ,$(to))))) $(DESTDIR)$(PREFIX)/$(to) &&) true

uninstall: ## remove what install put there
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(COMPLETIONS))
	rm -rf $(DESTDIR)$(PREFIX)/share/gpuflame
	rm -f $(DESTDIR)$(PREFIX)/bin/gpuflame
	rm -f $(DESTDIR)$(LIBDIR)/libgpuflame.so $(DESTDIR)$(PREFIX)/include/gpuflame.h
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/share/man/man1/,$(notdir $(MAN_PAGES)))

# --- packages: docs/INSTALL.md ---------------------------------------------------------
ARCH ?= $(subst _,-,$(shell uname -m))
TARBALL := build/static/gpuflame-$(VERSION)-linux-$(ARCH).tar.xz
.PHONY: static wheel deb dist package-check
static: ## a tarball with a static gpuflame, for any Linux: ARCH=x86-64 or aarch64
	@deploy/package/static.sh build/static $(VERSION) $(ARCH)
$(TARBALL):
	@$(MAKE) --no-print-directory static
wheel: $(TARBALL) ## the same files as a wheel for pip
	@deploy/package/wheel.py $< build/static
deb: $(TARBALL) ## the same files as a package for Debian and Ubuntu
	@deploy/package/deb.sh $< build/static
dist: ## the sources of this commit as a tarball, the same bytes each time
	@mkdir -p build/static
	@git archive --prefix=gpuflame-$(VERSION)/ HEAD | gzip -9n > build/static/gpuflame-$(VERSION).tar.gz
	@cd build/static && sha256sum $$(ls | grep -E "\.(tar\..z|whl|deb)$$") > SHA256SUMS && cat SHA256SUMS
package-check: programs $(FIXTURES) $(TARBALL) ## whether the tarball, the wheel and the .deb work where nothing is installed
	@deploy/package/packages_test.sh $(TARBALL) $(B)

clean: ## remove build/
	rm -rf build

-include $(wildcard $(LIB_OBJS:.o=.d) $(CAPTURE_OBJS:.o=.d) $(CMD_OBJS:.o=.d) $(UNIT_BINS:=.d) $(REPLAY_BINS:=.d) $(FUZZ_BINS:=.d))
