# Names with control characters and quotes reach neither the terminal nor the next command.
# shellcheck disable=SC2016,SC2012
fake=${FIXTURES%/fixtures}/fake
export GPUFLAME_LIBRARY=$fake/libfake.so FAKE_OPS=1 FAKE=$fake/fake_cuda
esc=$(printf '\033')
gpuflame record "${esc}[31mred
line" 2>&1
echo "status $?"
printf '#!/bin/sh\n' >"${esc}[2J" && chmod +x "${esc}[2J"
gpuflame record "./${esc}[2J" 2>&1
FAKE_FAIL="no ${esc}]0;title$(printf '\007') here" gpuflame record "$FAKE" init 2>&1 | sed 's/process [0-9]*/process PID/'
gpuflame record -o "a'b\$(touch owned) \`x\`${esc}[0m" -e "RANK=${esc}1" "$FAKE" init 2>&1
mkdir -- "-x y" && cd -- "-x y" && gpuflame record -o '-dash' "$FAKE" init 2>&1
cd .. && gpuflame record -e "${esc}=1" true 2>&1
CUDA_INJECTION64_PATH="/x/${esc}[31m" gpuflame record -o z "$FAKE" init 2>&1
