"""Rapport's memory protocol, version 1: the loop that a memory system in Python runs in.

Python 3.8 or newer, standard library only. Call `serve(about, open_scope)`:

- `about`: what the system is and can do, the result of `capabilities`;
- `open_scope(scope, state, sample)`: returns the memory of one user, an object with the methods `ingest(session)`,
  `search(query, k, token_budget, as_of)`, and where it has them `preload(memories)`, `wait_ready(deadline_ms)`,
  `list()`, `usage()`, `snapshot()` and `destroy()`.

A method that raises is answered with an error; raise `Infrastructure` when the memory system is not to blame.
"""

import argparse
import hmac
import json
import multiprocessing
import os
import sys
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGEST_BODY = 64 * 1024 * 1024


class Infrastructure(Exception):
    """An outage: the case is left out and counted, not held against the memory system."""


class Server:
    """Answers calls, one after the other: few memory systems can do two things at once."""

    def __init__(self, about, open_scope):
        self.about, self.open_scope = about, open_scope
        self.scopes, self.lock = {}, threading.Lock()

    def answer(self, method, params):
        """The answer to one call as JSON text, without its id, and the status it has over HTTP."""
        try:
            with self.lock:
                return json.dumps({"result": self.call(method, params)}, allow_nan=False), 200
        except Infrastructure as error:
            status, kind, message = 503, "infrastructure", str(error)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            status, kind, message = 422, "system", f"{type(error).__name__}: {error}"
        return json.dumps({"error": {"message": message, "kind": kind}}), status

    def call(self, method, params):
        if method == "capabilities":
            return {**self.about, "protocol": 1}
        scope = params.pop("scope")
        if method == "open":
            self.scopes[scope] = self.open_scope(scope, params.get("state"), params.get("sample"))
            return {}
        if method == "destroy":
            memory = self.scopes.pop(scope, None)
            if hasattr(memory, "destroy"):
                memory.destroy()
            return {}
        if scope not in self.scopes:
            raise KeyError(f"scope {scope} is not open")
        memory = self.scopes[scope]
        if method == "wait_ready" and not hasattr(memory, "wait_ready"):
            return {"state": "ready"}
        if method not in ("preload", "ingest", "wait_ready", "search", "list", "usage", "snapshot"):
            raise ValueError(f"there is no method {method}")
        result = getattr(memory, method)(**params)
        if method in ("search", "list"):
            return {"items": result}
        if method == "snapshot":
            return {"state": result}
        return result or {}


def serve_lines(server):
    """Answers lines of standard input on standard output."""
    # Whatever a package prints must not come between the answers: it goes to standard error.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        text, _ = server.answer(request["method"], request["params"])
        # ASCII only, so that no encoding matters.
        out.write(f'{{"id": {json.dumps(request["id"])}, {text[1:]}\n'.encode("ascii"))
        out.flush()


def serve_http(server, port, token):
    """Answers `POST /<method>` on 127.0.0.1; with a token, to those alone who send it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            size = int(self.headers.get("content-length") or 0)
            given = self.headers.get("authorization") or ""
            if token and not hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
                text, status = json.dumps({"message": "the token is missing or wrong"}), 401
            elif size > LARGEST_BODY:
                text, status = json.dumps({"message": "the body is too large"}), 413
            else:
                params = json.loads(self.rfile.read(size) or b"{}")
                text, status = server.answer(self.path.rsplit("/", 1)[-1], params)
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text.encode("ascii"))

        def log_message(self, *_):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"listening on http://127.0.0.1:{http.server_address[1]}", file=sys.stderr, flush=True)
    http.serve_forever()


class ScopeProcess:
    """A scope in a process of its own; see `isolated`."""

    def __init__(self, open_scope, given):
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_scope_loop, args=(theirs, open_scope, given), daemon=True)
        self.process.start()
        theirs.close()
        self._ask()

    def _ask(self):
        try:
            kind, value = self.pipe.recv()
        except EOFError:
            raise RuntimeError("the process of the scope ended") from None
        if kind == "result":
            return value
        raise (Infrastructure if kind == "infrastructure" else RuntimeError)(value)

    def __getattr__(self, method):
        def call(**params):
            self.pipe.send((method, params))
            return self._ask()

        return call

    def destroy(self):
        try:
            self.pipe.send(("destroy", {}))
            self._ask()
        finally:
            self.process.kill()
            self.process.join()


def _scope_loop(pipe, open_scope, given):
    scope, method, params = None, None, {}
    while True:
        try:
            if method is None:
                scope, result = open_scope(*given), None
            elif method in ("wait_ready", "destroy") and not hasattr(scope, method):
                result = {"state": "ready"}
            else:
                result = getattr(scope, method)(**params)
            pipe.send(("result", result))
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            kind = "infrastructure" if isinstance(error, Infrastructure) else "system"
            pipe.send((kind, f"{type(error).__name__}: {error}"))
        try:
            method, params = pipe.recv()
        except EOFError:
            return


def isolated(open_scope):
    """Opens each scope in a process of its own, for packages that keep one memory for a whole process."""
    return lambda *given: ScopeProcess(open_scope, given)


def serve(about, open_scope):
    """Serves standard input, or HTTP with `--http PORT` (0: any free one; the address is told on standard error)."""
    parser = argparse.ArgumentParser(description=f"memory system {about['name']} for Rapport")
    parser.add_argument("--http", type=int, metavar="PORT")
    port = parser.parse_args().http
    server = Server(about, open_scope)
    if port is None:
        serve_lines(server)
    else:
        serve_http(server, port, os.environ.get("RAPPORT_MEMORY_TOKEN"))
