#!/usr/bin/env bash
# The live picture in Firefox, driven by puppeteer-core through WebDriver BiDi:
# tests/extra/svg_firefox_test.sh build/release
# Neither is fetched by setup.sh: apt-get install firefox-esr, npm install --no-save puppeteer-core.
set -u
B=$1
firefox=$(command -v firefox-esr || command -v firefox)
if [ -z "$firefox" ]; then
  echo "ok 1 - the picture in Firefox # SKIP no Firefox"
elif [ ! -d node_modules/puppeteer-core ]; then
  echo "ok 1 - the picture in Firefox # SKIP no puppeteer-core in node_modules"
else
  exec node tests/extra/svg_firefox.js "$B" "$firefox"
fi
