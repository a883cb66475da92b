"""An endpoint for callbacks and webhooks in Python (3.9 or later), without libraries. See README.md in this folder.

PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox python3 callback.py serve 8444
"""
import base64
import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

AGE_MAX = 86_400  # seconds: a repeated callback keeps its first timestamp
WEBHOOK_AGE_MAX = 300  # a repeated webhook is signed again
LEAD_MAX = 300
BODY_BYTES_MAX = 65_536


def problem_of(keys, timestamp, signature, body, now, age_max=AGE_MAX):
    """What is wrong with a callback or webhook; None for a good one. `body` is the bytes as they came."""
    if not re.fullmatch(r"[0-9]{1,15}", timestamp or "", re.ASCII):
        return "the timestamp is no number of seconds"
    if not re.fullmatch(r"[0-9a-f]{64}", signature or "", re.ASCII):
        return "the signature is not 64 characters of 0-9a-f"
    # The timestamp, a dot, the raw bytes: never JSON that was parsed and written again.
    data = timestamp.encode("ascii") + b"." + body
    fits = False
    for key in keys:
        computed = hmac.new(key.encode("utf-8"), data, hashlib.sha256).hexdigest()
        fits |= hmac.compare_digest(computed, signature)
    if not fits:
        return "the signature does not fit"
    if now - int(timestamp) > age_max:
        return f"the timestamp is more than {age_max} seconds old"
    if int(timestamp) - now > LEAD_MAX:
        return "the timestamp is more than 5 minutes ahead"
    return None


def open_inbox(folder):
    """The database in which events are kept for the work that is done later; its file survives a restart."""
    os.makedirs(folder, exist_ok=True)
    inbox = sqlite3.connect(os.path.join(folder, "inbox.db"), timeout=20)
    inbox.execute("PRAGMA synchronous = FULL")
    inbox.execute("CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, body BLOB NOT NULL, done INTEGER DEFAULT 0)")
    return inbox


def keep(inbox, event_id, body):
    """False when the event was kept before: the primary key decides, also between two at the same moment."""
    with inbox:
        kept = inbox.execute("INSERT INTO event (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", (event_id, body))
    return kept.rowcount == 1


def keep_in(folder, event_id, body):
    inbox = open_inbox(folder)
    try:
        keep(inbox, event_id, body)
    finally:
        inbox.close()


def answer(keys, folder, headers, body, now):
    """The status with which a callback is answered."""
    if problem_of(keys, headers.get("X-Service-Timestamp"), headers.get("X-Service-Signature"), body, now):
        return 401
    try:
        event_id = json.loads(body)["id"]
    except (ValueError, KeyError, TypeError):
        return 400
    # The header is not signed, the body is: so the id comes from the body.
    if not isinstance(event_id, str) or not event_id or event_id != headers.get("X-Service-Event-ID"):
        return 400
    keep_in(folder, event_id, body)
    return 200  # what the event means for an order is worked out later, from the inbox


def answer_webhook(api_keys, secrets, folder, headers, body, now):
    """The status with which a webhook is answered. There are two API keys and secrets while they are rotated."""
    sent = (headers.get("X-Client-API-Key") or "").encode("utf-8", "surrogateescape")
    if not any([hmac.compare_digest(key.encode("utf-8"), sent) for key in api_keys]):
        return 401
    timestamp, signature = headers.get("X-Service-Timestamp"), headers.get("X-Service-Signature")
    if problem_of(secrets, timestamp, signature, body, now, WEBHOOK_AGE_MAX):
        return 401
    try:
        event = json.loads(body)
        if "transaction_id" in event:
            event_id = event["transaction_id"]
            if not re.fullmatch(r"[A-Za-z0-9_]{1,100}", event_id):
                return 400
        else:
            event_id = f"{event['order_id']} {event['status']}"
    except (ValueError, KeyError, TypeError):
        return 400
    keep_in(folder, event_id, body)
    return 200


def keys_in(variable):
    return (os.environ.get(variable) or "").split()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30  # for a body that never ends
    keys = keys_in("PAYLINK_SIGNING_KEY")
    api_keys, secrets = keys_in("PAYLINK_WEBHOOK_API_KEY"), keys_in("PAYLINK_WEBHOOK_SECRET")
    folder = os.environ.get("PAYLINK_INBOX") or "inbox"

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > BODY_BYTES_MAX:
            self.close_connection = True
            return self.finish_with(413 if length.isdecimal() else 411)
        try:
            body = self.rfile.read(int(length))
            if self.path == "/webhook":
                status = answer_webhook(self.api_keys, self.secrets, self.folder, self.headers, body, time.time())
            else:
                status = answer(self.keys, self.folder, self.headers, body, time.time())
        except sqlite3.Error as failed:
            self.log_error("%s", failed)
            status = 500  # when it cannot be kept, the service sends it again
        return self.finish_with(status)

    def finish_with(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


def check():
    """A line for each case: now, timestamp, signature, body in base64, keys separated by commas; tabs between them."""
    for line in sys.stdin.read().splitlines():
        now, timestamp, signature, body, keys = line.split("\t")
        print(problem_of(keys.split(","), timestamp, signature, base64.b64decode(body), int(now)) or "verified")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        if not Handler.keys + Handler.secrets:
            sys.exit("PAYLINK_SIGNING_KEY is not set")
        open_inbox(Handler.folder).close()
        ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 8444), Handler).serve_forever()
    elif sys.argv[1:2] == ["check"]:
        check()
