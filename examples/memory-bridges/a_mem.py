"""A-Mem for Rapport. UNTESTED HERE: written against its public interface, never run with the package.

Written against github.com/agiresearch/A-mem as of 2025 (package agentic-memory 0.0.1): `AgenticMemorySystem` with
`add_note(content, time=…)`, `search_agentic(query, k)`, `delete(id)` and the dictionary `memories`.

    pip install git+https://github.com/agiresearch/A-mem
    npx rapport run … --memory-model openai/gpt-4.1-mini --system 'memory:program:python3 a_mem.py+openai/gpt-4.1-mini'

The package keeps one collection for a whole process and empties it whenever a system is made, so each scope runs in
a process of its own.
"""

import os
import sys
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "memory-python"))
from rapport_memory import isolated, serve  # noqa: E402

# Asked through OPENAI_BASE_URL and OPENAI_API_KEY, which OpenAI's client reads by itself.
MODEL = os.environ.get("RAPPORT_MEMORY_MODEL", "gpt-4o-mini")
# A local model of sentence-transformers: the package takes no embedder from outside.
EMBEDDER = os.environ.get("A_MEM_EMBEDDER", "all-MiniLM-L6-v2")

ABOUT = {
    "name": "a-mem",
    "version": "0.0.1",
    "capabilities": {
        "dates": "native",
        "preload": True,
        "list": True,
        "as_of": False,
        "read_only_search": True,
        "readiness": "at-once",
        "keeps": "process",
        "max_k": None,
    },
    "facts": {"embedder": EMBEDDER, "extraction_model": MODEL, "extraction_prompt": "its own"},
    "warnings": ["the bridge to A-Mem was written against its public interface and not tested with it"],
    "identity": {"bridge": 1, "evolution_threshold": 100},
}


def stamp(time):
    """ISO 8601 to the package's YYYYMMDDHHMM."""
    return None if time is None else datetime.fromisoformat(time.replace("Z", "+00:00")).strftime("%Y%m%d%H%M")


class Scope:
    def __init__(self):
        from agentic_memory.memory_system import AgenticMemorySystem

        self.system = AgenticMemorySystem(
            model_name=EMBEDDER, llm_backend="openai", llm_model=MODEL, api_key=os.environ.get("OPENAI_API_KEY")
        )
        # By id of the note: where it came from, and when it was said.
        self.origin = {}

    def keep(self, content, time, source):
        # Without a date the package would take the time of now.
        dated = {} if time is None else {"time": stamp(time)}
        self.origin[self.system.add_note(content, **dated)] = (source, time)

    def preload(self, memories):
        for memory in memories:
            self.keep(memory["text"], memory["time"], memory["id"])

    def ingest(self, session):
        for message in session["messages"]:
            if message["content"].strip():
                speaker = message["name"] or message["role"]
                self.keep(f"{speaker}: {message['content']}", message["time"] or session["time"], session["id"])

    def item(self, note_id, text, score, raw):
        source, time = self.origin.get(note_id, (None, None))
        return {
            "id": note_id,
            "text": text,
            "said_at": time,
            "sources": [] if source is None else [source],
            "score": score,
            "raw": raw,
        }

    def search(self, query, k, token_budget, as_of):
        # `score` of the package is a distance; linked notes have none.
        return [
            self.item(
                found["id"],
                found["content"],
                -float(found["score"]) if "score" in found else None,
                {"context": found.get("context"), "keywords": found.get("keywords"), "tags": found.get("tags")},
            )
            for found in self.system.search_agentic(query, k=k)
        ]

    def list(self):
        return [
            self.item(note_id, note.content, None, {"context": note.context, "keywords": note.keywords})
            for note_id, note in self.system.memories.items()
        ]

    def destroy(self):
        for note_id in [*self.system.memories]:
            self.system.delete(note_id)


def open_scope(scope, state, sample):
    return Scope()


if __name__ == "__main__":
    serve(ABOUT, isolated(open_scope))
