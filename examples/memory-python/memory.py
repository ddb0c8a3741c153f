"""A memory system for Rapport in Python 3.8 or newer, standard library only.

It keeps what the user says, message by message with its date, and finds it again by the words it shares with a
question: rare words count more, of equals the newest is first. What it keeps is gone when it ends.

    python3 memory.py               answers JSON lines on standard output
    python3 memory.py --http 8080   answers HTTP on 127.0.0.1
"""

import math
import re
import unicodedata
from datetime import datetime, timezone

from rapport_memory import serve

ABOUT = {
    "name": "word-overlap",
    "version": "1",
    "capabilities": {
        "dates": "native",
        "preload": True,
        "list": True,
        "as_of": True,
        "read_only_search": True,
        "readiness": "at-once",
        "keeps": "process",
        "max_k": None,
        "usage": False,
    },
    # It asks no model: nothing is embedded, and no items are written.
    "facts": {"embedder": None, "extraction_model": None, "extraction_prompt": None, "searches": True},
    "warnings": [],
    # Whatever else changes what it keeps and finds, such as its options.
    "identity": {},
}

# Words of one letter and more; scripts without blanks between words go by the character.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def words(text):
    """The distinct words of a text, whatever their case, width and accents' coding."""
    return set(WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def moment(time):
    """ISO 8601 to seconds; what has no date was always there."""
    if time is None:
        return -math.inf
    # Before Python 3.11, `Z` is not read.
    read = datetime.fromisoformat(time[:-1] + "+00:00" if time.endswith("Z") else time)
    return (read if read.tzinfo else read.replace(tzinfo=timezone.utc)).timestamp()


class Scope:
    """The memory of one user."""

    def __init__(self):
        self.items = []

    def keep(self, item_id, text, time, source):
        self.items.append(
            {
                "id": item_id,
                "text": text,
                "said_at": time,
                "happened_at": None,
                "sources": [source],
                "score": None,
                "raw": None,
            }
        )

    def preload(self, memories):
        for memory in memories:
            self.keep(f"given:{memory['id']}", memory["text"], memory["time"], memory["id"])

    def ingest(self, session):
        for number, message in enumerate(session["messages"]):
            if message["role"] == "user" and message["content"].strip():
                time = message["time"] or session["time"]
                self.keep(f"{session['id']}:{number}", message["content"], time, session["id"])

    def search(self, query, k, token_budget, as_of):
        # `token_budget` is kept by Rapport, which leaves out what does not fit.
        until = math.inf if as_of is None else moment(as_of)
        known = [(item, words(item["text"])) for item in self.items if moment(item["said_at"]) <= until]
        found = []
        asked = words(query)
        rarity = {
            word: math.log(1 + len(known) / (1 + sum(word in said for _, said in known))) for word in asked
        }
        for item, said in known:
            score = sum(rarity[word] for word in asked & said)
            if score > 0:
                found.append({**item, "score": score})
        found.sort(key=lambda item: (item["score"], moment(item["said_at"])), reverse=True)
        return found[:k]

    def list(self):
        return self.items


if __name__ == "__main__":
    serve(ABOUT, lambda scope, state, sample: Scope())
