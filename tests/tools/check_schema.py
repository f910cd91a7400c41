"""check_schema.py SCHEMA [FILE...]: whether the JSON on stdin, or of each file, is as the schema says.

The few words of JSON Schema 2020-12 that docs/gpuflame.schema.json uses; others are refused, so
that none is passed over. A member that the schema does not name is refused too, unless the
object allows others: members may be added, but must be in the schema.
"""

import json
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
    "null": type(None),
}
WORDS = {
    "$defs", "$ref", "$schema", "title", "description", "type", "const", "enum", "required",
    "properties", "additionalProperties", "items", "oneOf", "allOf", "minimum", "maximum",
    "maxItems",
}  # fmt: skip


class Wrong(Exception):
    pass


def once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise Wrong(f"a member occurs twice: {[key for key, value in pairs]}")
    return dict(pairs)


def is_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def check_value(schema, value, path):
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        raise Wrong(f"{path}: {value!r} is not of type {' or '.join(types)}")
    if "const" in schema and value != schema["const"]:
        raise Wrong(f"{path}: {value!r} is not {schema['const']!r}")
    if value not in schema.get("enum", [value]):
        raise Wrong(f"{path}: {value!r} is none of {schema['enum']}")
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        raise Wrong(f"{path}: {value!r} is below {schema['minimum']}")
    if "maximum" in schema and value is not None and value > schema["maximum"]:
        raise Wrong(f"{path}: {value!r} is above {schema['maximum']}")


def check(root, schema, value, path):
    """The members of an object that the schema knows."""
    if set(schema) - WORDS:
        raise Wrong(f"the schema has {set(schema) - WORDS}, which is not checked")
    if "$ref" in schema:
        return check(root, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, path)
    check_value(schema, value, path)
    known = set()
    if isinstance(value, dict):
        for key in schema.get("required", []):
            if key not in value:
                raise Wrong(f"{path}: no {key}")
        for key, item in value.items():
            if key in schema.get("properties", {}):
                check_whole(root, schema["properties"][key], item, f"{path}.{key}")
                known.add(key)
            elif "additionalProperties" in schema:
                check_whole(root, schema["additionalProperties"], item, f"{path}.{key}")
                known.add(key)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            raise Wrong(f"{path}: {len(value)} items")
        for i, item in enumerate(value):
            check_whole(root, schema.get("items", {}), item, f"{path}[{i}]")
    for part in schema.get("allOf", []):
        known |= check(root, part, value, path)
    if "oneOf" in schema:
        known |= check_one(root, schema["oneOf"], value, path)
    return known


def check_one(root, schemas, value, path):
    found, reasons = [], []
    for schema in schemas:
        try:
            found.append(check(root, schema, value, path))
        except Wrong as wrong:
            reasons.append(str(wrong))
    if len(found) != 1:
        raise Wrong(f"{path}: {len(found)} of the forms fit: {'; '.join(reasons)}")
    return found[0]


def check_whole(root, schema, value, path):
    known = check(root, schema, value, path)
    if isinstance(value, dict) and set(value) - known:
        raise Wrong(f"{path}: {sorted(set(value) - known)} is not in the schema")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    status = 0
    for name in sys.argv[2:] or ["/dev/stdin"]:
        try:
            with open(name, encoding="utf-8") as file:
                value = json.load(file, object_pairs_hook=once)
            check_whole(schema, schema, value, "$")
        except Wrong as wrong:
            print(*sys.argv[2:] and [name + ":"], wrong)
            status = 1
    sys.exit(status)


main()
