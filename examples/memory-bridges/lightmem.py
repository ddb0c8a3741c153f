"""LightMem for Rapport. UNTESTED HERE: written against its public interface, never run with the package.

Written against github.com/zjunlp/LightMem as of 2025 (src/lightmem/memory/lightmem.py): `LightMemory.from_config`,
`add_memory(messages, force_segment, force_extract)`, `construct_update_queue_all_entries`,
`offline_update_all_entries`, `get_token_statistics`, `text_embedder.embed`, and `search` and `get_all` of
`embedding_retriever`.

    pip install git+https://github.com/zjunlp/LightMem
    LIGHTMEM_CONFIG=lightmem.json npx rapport run … --memory-model openai/gpt-4.1-mini \
        --system 'memory:program:python3 lightmem.py+openai/gpt-4.1-mini'

LIGHTMEM_CONFIG names a JSON file as `LightMemory.from_config` takes it, with topic segmentation on (without it the
package keeps nothing) and the embedding retriever `qdrant`; the bridge sets model, key, address, collection and path.

The file has the name of the package: it takes its own folder off the path before it imports it.
"""

import copy
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != HERE]
sys.path.insert(0, str(HERE.parent / "memory-python"))
from rapport_memory import serve  # noqa: E402

CONFIG = json.loads(Path(os.environ.get("LIGHTMEM_CONFIG", "lightmem.json")).read_text("utf-8"))
MODEL = os.environ.get("RAPPORT_MEMORY_MODEL") or CONFIG["memory_manager"]["configs"]["model"]
# The package wants a date; undated sessions get this one, and their items none.
UNDATED = "1970-01-01T00:00:00"
# After each history: its update of all entries by their neighbours. LIGHTMEM_UPDATE=0 leaves it out.
UPDATES = CONFIG.get("update") == "offline" and os.environ.get("LIGHTMEM_UPDATE", "1") != "0"


def public(config):
    """The configuration without what may be a secret."""
    if isinstance(config, dict):
        return {key: public(value) for key, value in config.items() if "key" not in key and "url" not in key}
    return [public(value) for value in config] if isinstance(config, list) else config


ABOUT = {
    "name": "lightmem",
    "version": "2025",
    "capabilities": {
        "dates": "native",
        "preload": False,
        "list": True,
        "as_of": False,
        "read_only_search": True,
        "readiness": "told",
        "keeps": "process",
        "max_k": None,
        "usage": True,
    },
    "facts": {
        "embedder": CONFIG.get("text_embedder", {}).get("configs", {}).get("model"),
        "extraction_model": MODEL,
        "extraction_prompt": "its own",
    },
    "warnings": ["the bridge to LightMem was written against its public interface and not tested with it"],
    "identity": {"bridge": 1, "updates": UPDATES, "config": hashlib.sha256(json.dumps(public(CONFIG), sort_keys=True).encode()).hexdigest()},
}


class Scope:
    def __init__(self, scope):
        from lightmem.memory.lightmem import LightMemory

        self.folder = tempfile.mkdtemp(prefix="rapport-lightmem-")
        config = copy.deepcopy(CONFIG)
        manager = config["memory_manager"]["configs"]
        manager["model"] = MODEL
        if os.environ.get("OPENAI_BASE_URL"):
            manager["openai_base_url"] = os.environ["OPENAI_BASE_URL"]
            manager["api_key"] = os.environ.get("OPENAI_API_KEY", "")
        store = config["embedding_retriever"]["configs"]
        store["collection_name"] = scope
        store["path"] = str(Path(self.folder) / "qdrant")
        self.memory = LightMemory.from_config(config)
        self.is_new = False

    def ingest(self, session):
        turns, turn = [], []
        for message in session["messages"]:
            if message["role"] == "system" or not message["content"].strip():
                continue
            if message["role"] == "user" and turn:
                turns.append(turn)
                turn = []
            time = message["time"] or session["time"] or UNDATED
            # Its parser reads no `Z` before Python 3.11.
            time = time[:-1] + "+00:00" if time.endswith("Z") else time
            turn.append({"role": message["role"], "content": message["content"], "time_stamp": time})
        for number, messages in enumerate([*turns, turn] if turn else turns, start=1):
            # The end of a session closes its buffers, so that everything said in it can be found.
            is_last = number == len(turns) + (1 if turn else 0)
            self.memory.add_memory(messages=messages, force_segment=is_last, force_extract=is_last)
        self.is_new = True

    def wait_ready(self, deadline_ms):
        if UPDATES and self.is_new:
            self.memory.construct_update_queue_all_entries()
            self.memory.offline_update_all_entries(score_threshold=0.8)
        self.is_new = False
        return {"state": "ready"}

    @staticmethod
    def item(entry, score):
        payload = entry.get("payload") or {}
        time = payload.get("time_stamp") or UNDATED
        return {
            "id": str(entry["id"]),
            "text": str(payload.get("memory", "")),
            "said_at": None if time.startswith(UNDATED[:10]) else time,
            "score": score,
            "raw": {"weekday": payload.get("weekday"), "topic": payload.get("topic_id")},
        }

    def search(self, query, k, token_budget, as_of):
        # As `retrieve` does it, with the ids that its text leaves out.
        vector = self.memory.text_embedder.embed(query)
        found = self.memory.embedding_retriever.search(query_vector=vector, limit=k, filters=None, return_full=True)
        return [self.item(entry, float(entry["score"])) for entry in found]

    def list(self):
        return [self.item(entry, None) for entry in self.memory.embedding_retriever.get_all(with_vectors=False)]

    def usage(self):
        steps = self.memory.get_token_statistics()["llm"].values()
        return {
            "model_calls": sum(step["calls"] for step in steps),
            "input_tokens": sum(step["prompt_tokens"] for step in steps),
            "output_tokens": sum(step["completion_tokens"] for step in steps),
        }

    def destroy(self):
        self.memory.embedding_retriever.delete_col()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    serve(ABOUT, lambda scope, state, sample: Scope(scope))
