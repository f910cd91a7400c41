# The timelines drawn in FORMATS.md give the values that collapse computes for them.
python3 "$TESTS/tools/value_pictures.py" "$TESTS/../docs/FORMATS.md"
