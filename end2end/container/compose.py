"""Checks compose.yaml against the specification, and that it keeps to what its comments promise."""

import json
import sys

from compose_spec import PyCompose

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
compose = PyCompose.from_yaml(text)
insitu = json.loads(compose.to_json())["services"]["insitu"]

expected = {
    "read_only": True,
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
}
for name, value in expected.items():
    if insitu.get(name) != value:
        sys.exit(
            f"compose.yaml: services.insitu.{name} has to be {value}, and is {insitu.get(name)}"
        )
if sorted(compose.service_names()) != ["insitu", "ollama"]:
    sys.exit(f"compose.yaml: has the services {compose.service_names()}")
