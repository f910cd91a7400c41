# The pictures in FORMATS.md say what each value comes to.
python3 "$TESTS/tools/value_pictures.py" "$TESTS/../docs/FORMATS.md"
