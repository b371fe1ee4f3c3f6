# Receives callbacks. Python 3.8 or later:
# TICAL_WEBHOOK_SECRET=whsec_… PORT=8090 python3 receiver.py

import hashlib
import hmac
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1 << 20


def verify(secret, timestamp, signature_header, body):
    """Whether a callback is from Tical, as it was sent, and fresh. The body is the raw bytes, before any parsing."""
    if not re.fullmatch("[1-9][0-9]{0,11}", timestamp or ""):
        return False
    if abs(int(time.time()) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    digest = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    expected = ("v1=" + digest).encode()
    # While a secret is rotated there are two signatures, and one of them has to fit.
    signatures = (signature_header or "").split(",")
    return any([hmac.compare_digest(expected, signature.strip().encode()) for signature in signatures])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = self.headers.get("Content-Length", "0")
        body = self.rfile.read(min(int(length), BODY_BYTES_MAX) if length.isdecimal() else 0)
        if not verify(SECRET, self.headers.get("X-P2P-Timestamp"), self.headers.get("X-P2P-Signature"), body):
            self.answer(401)
            return
        # Here: store the body under its id, unless that id is stored already, and work on it after the answer.
        print(self.headers.get("webhook-id"), body.decode(), flush=True)
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


if __name__ == "__main__":
    SECRET = os.environ["TICAL_WEBHOOK_SECRET"]
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8090"))), Receiver)
    print("listening on port", server.server_port, flush=True)
    server.serve_forever()
