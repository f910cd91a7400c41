#!/usr/bin/env bash
# The first paint and clicks in Chromium, 60,000 frames on the screen: bench/browser.sh BUILD-FOLDER
set -eu
exec node bench/browser.js "$1"
