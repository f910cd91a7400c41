# The pictures in FORMATS.md say what each value comes to.
python3 "$TESTS/mean_pictures.py" "$TESTS/../docs/FORMATS.md"
