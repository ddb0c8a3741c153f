"""MemoryOS for Rapport. UNTESTED HERE: written against its public interface, never run with the package.

Written against github.com/BAI-LAB/MemoryOS, folder memoryos-pypi (package memoryos-pro), as of 2025: `Memoryos` with
`add_memory(user_input, agent_response, timestamp)`, and of its parts `retriever.retrieve_context(user_query,
user_id)`, `short_term_memory.get_all()`, `mid_term_memory.sessions` and `user_long_term_memory`.

    pip install memoryos-pro
    npx rapport run … --memory-model openai/gpt-4.1-mini --system 'memory:program:python3 memoryos.py+openai/gpt-4.1-mini'

The file has the name of the package: it takes its own folder off the path before it imports it.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != HERE]
sys.path.insert(0, str(HERE.parent / "memory-python"))
from rapport_memory import serve  # noqa: E402

MODEL = os.environ.get("RAPPORT_MEMORY_MODEL", "gpt-4o-mini")
# A local model: the package takes no embedder from outside.
EMBEDDER = os.environ.get("MEMORYOS_EMBEDDER", "all-MiniLM-L6-v2")

ABOUT = {
    "name": "memoryos",
    "version": "memoryos-pypi-2025",
    "capabilities": {
        "dates": "native",
        "preload": False,
        "list": True,
        "as_of": False,
        # A search makes what it found warmer, which decides what is turned into a profile.
        "read_only_search": False,
        "readiness": "at-once",
        "keeps": "process",
        "max_k": None,
    },
    "facts": {"embedder": EMBEDDER, "extraction_model": MODEL, "extraction_prompt": "its own"},
    "warnings": [
        "the bridge to MemoryOS was written against its public interface and not tested with it",
        "MemoryOS stamps knowledge and profile with the time of the run, so these carry no date",
    ],
    "identity": {"bridge": 1},
}


def pairs(session):
    """The package takes a question with its answer: the user's messages, each with the replies that follow it."""
    found = []
    for message in session["messages"]:
        if message["role"] == "user":
            found.append([message["content"], [], message["time"] or session["time"]])
        elif found and message["role"] == "assistant":
            found[-1][1].append(message["content"])
    return [(said, "\n".join(replies), time) for said, replies, time in found if said.strip()]


class Scope:
    def __init__(self, scope):
        from memoryos import Memoryos

        self.user = scope
        self.folder = tempfile.mkdtemp(prefix="rapport-memoryos-")
        self.memory = Memoryos(
            user_id=scope,
            openai_api_key=os.environ.get("OPENAI_API_KEY", ""),
            openai_base_url=os.environ.get("OPENAI_BASE_URL"),
            # Its knowledge of the assistant lies beside the users: a folder for each scope keeps them apart.
            data_storage_path=self.folder,
            llm_model=MODEL,
            embedding_model_name=EMBEDDER,
        )
        # By the pair's text: session and time as they were given.
        self.origin = {}

    def ingest(self, session):
        for said, reply, time in pairs(session):
            self.origin[said, reply] = (session["id"], time)
            # Without a date the package would take the time of now.
            dated = {} if time is None else {"timestamp": self.stamp(time)}
            self.memory.add_memory(user_input=said, agent_response=reply, **dated)

    @staticmethod
    def stamp(time):
        return datetime.fromisoformat(time.replace("Z", "+00:00")).strftime("%Y-%m-%d %H:%M:%S")

    @staticmethod
    def item(kind, text, source=None, time=None):
        """The package gives no ids that its search and its stores share."""
        digest = hashlib.sha256(f"{kind}\n{text}\n{source}\n{time}".encode()).hexdigest()[:24]
        sources = [] if source is None else [source]
        return {"id": digest, "text": text, "said_at": time, "sources": sources, "raw": {"kind": kind}}

    def page(self, page):
        said, reply = page.get("user_input", ""), page.get("agent_response", "")
        source, time = self.origin.get((said, reply), (None, None))
        return self.item("page", f"User: {said}\nAssistant: {reply}", source, time)

    def profile(self):
        text = self.memory.user_long_term_memory.get_raw_user_profile(self.user)
        return [] if not text or text.lower() == "none" else [self.item("profile", text)]

    def recent(self):
        return [self.page(page) for page in reversed(self.memory.short_term_memory.get_all())]

    def search(self, query, k, token_budget, as_of):
        found = self.memory.retriever.retrieve_context(user_query=query, user_id=self.user)
        knowledge = [self.item("knowledge", entry["knowledge"]) for entry in found["retrieved_user_knowledge"]]
        pages = [self.page(page) for page in found["retrieved_pages"]]
        # Its own prompt always holds the profile and the newest pairs, too.
        return self.profile() + pages + knowledge + self.recent()

    def list(self):
        sessions = self.memory.mid_term_memory.sessions.values()
        pages = [self.page(page) for session in sessions for page in session.get("details", [])]
        entries = self.memory.user_long_term_memory.get_user_knowledge()
        knowledge = [self.item("knowledge", entry["knowledge"]) for entry in entries]
        return self.profile() + pages + knowledge + self.recent()

    def destroy(self):
        shutil.rmtree(self.folder)


if __name__ == "__main__":
    serve(ABOUT, lambda scope, state, sample: Scope(scope))
