"""A program under AlpsBench's stdin/stdout protocol, Python 3.8 or newer, standard library only.

One row comes in on standard input, one prediction row goes out on standard output. It answers
`alpsbench/extraction` and `alpsbench/update` with what the user says of themselves.
"""

import json
import re
import sys

OPENING = re.compile(
    r"\bI(?:'m|'ve| am| have| live| work| like| love| prefer| never)\b|\bsoy\b|\btengo\b|\bvivo\b"
    r"|我(?:是|有|住|喜欢)|أنا|أحب",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[^.!?。！？؟\n]+[.!?。！？؟]?")


def statements(dialogue, limit):
    """Sentences of the user in the first person, at most `limit`."""
    found = []
    for turn in dialogue:
        if turn["role"] != "user":
            continue
        for sentence in SENTENCE.findall(turn["text"].replace("’", "'")):
            sentence = sentence.strip()
            if OPENING.search(sentence) and sentence[-1] not in "?？؟" and sentence not in found:
                found.append(sentence)
    return found[:limit]


def memories(values, prefix):
    return [
        {
            "memory_id": f"{prefix}{number}",
            "type": "direct",
            "label": "UNMAPPED",
            "value": value,
            "confidence": 0.7,
        }
        for number, value in enumerate(values, start=1)
    ]


def main():
    row = json.load(sys.stdin)
    task, given = row["task"], row["input"]
    if task == "task1":
        items = memories(statements(given["dialogue"], 5), "p")
    elif task == "task2":
        items = given["memory"] + memories(statements(given["new_dialogue"], 2), "m_new_")
    else:
        sys.exit(f"this program answers task1 and task2, not {task}")
    # ASCII escapes, so that the encoding of standard output does not matter.
    json.dump({"benchmark_id": row["benchmark_id"], "memory_items": items}, sys.stdout)


if __name__ == "__main__":
    main()
