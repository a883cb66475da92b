"""Reads a mail with Python's own parser and prints what it says, as JSON."""
import json
import sys
from email import policy
from email.parser import BytesParser

wire = sys.stdin.buffer.read()
mail = BytesParser(policy=policy.SMTP).parsebytes(wire)
headers = {}
defects = [str(defect) for defect in mail.defects]
for name, value in mail.items():
    headers.setdefault(name.lower(), []).append(str(value))
    defects += [f"{name}: {defect!r}" for defect in getattr(value, "defects", ())]
if wire.count(b"\n") != wire.count(b"\r\n"):
    defects.append("a line does not end in CRLF")
if any(byte > 127 for byte in wire):
    defects.append("not ASCII")
text = mail.get_content()
json.dump(
    {
        "headers": headers,
        "text": text.replace("\r\n", "\n"),
        "defects": defects,
        "line_max": max(len(line) for line in wire.split(b"\r\n")),
    },
    sys.stdout,
)
