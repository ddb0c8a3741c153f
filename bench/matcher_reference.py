"""AlpsBench's research matcher, greedy, written from the protocol (AlpsBench spec 2.2): the yardstick of
bench/matcher.ts. Standard difflib, normalised values cached. Reads a JSON list of runs
{"model": str, "gold": [item], "predicted": [item]}, prints {"seconds": best of the passes, "scores": [float]}.

    python3 matcher_reference.py RUNS.json PASSES
"""

import json
import re
import sys
import time
from difflib import SequenceMatcher
from functools import lru_cache

THRESHOLD = 0.3
NOT_TEXT = re.compile(r"[^\w\s/.\-]+")
SPACE = re.compile(r"\s+")


@lru_cache(maxsize=None)
def normalized(text):
    text = SPACE.sub(" ", NOT_TEXT.sub(" ", text.lower().strip()))
    return text, frozenset(token for token in text.split(" ") if token)


def value_text(value):
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def label_similarity(a, b):
    left = [part for part in str(a or "").split("/") if part]
    right = [part for part in str(b or "").split("/") if part]
    if not left or not right:
        return 0.0
    common = 0
    for one, other in zip(left, right):
        if one != other:
            break
        common += 1
    return 2 * common / (len(left) + len(right))


def value_similarity(a, b):
    if not a or not b:
        return 0.0
    (left, left_tokens), (right, right_tokens) = normalized(value_text(a)), normalized(value_text(b))
    both = left_tokens | right_tokens
    jaccard = len(left_tokens & right_tokens) / len(both) if left_tokens and right_tokens else 0.0
    return 0.6 * jaccard + 0.4 * SequenceMatcher(None, left, right).ratio()


def confidence(value):
    try:
        number = float(value)
    except (TypeError, ValueError):
        return 1.0
    return 1.0 if number != number else min(1.0, max(0.0, number))


def pair_score(gold, predicted):
    label = label_similarity(gold.get("label"), predicted.get("label"))
    value = value_similarity(gold.get("value"), predicted.get("value"))
    same_type = 1.0 if gold.get("type") == predicted.get("type") else 0.0
    penalty = max(0.0, abs(confidence(gold.get("confidence")) - confidence(predicted.get("confidence"))) - 0.2)
    return min(1.0, max(0.0, 0.4 * label + 0.4 * value + 0.1 * same_type + 0.1 * max(0.0, 1 - penalty / 0.8)))


def score(gold, predicted):
    if not gold or not predicted:
        return 0.0
    pairs = [(pair_score(g, p), i, j) for i, g in enumerate(gold) for j, p in enumerate(predicted)]
    pairs.sort(key=lambda pair: -pair[0])
    used_gold, used_predicted, accepted = set(), set(), []
    for value, i, j in pairs:
        if value < THRESHOLD:
            break
        if i not in used_gold and j not in used_predicted:
            used_gold.add(i)
            used_predicted.add(j)
            accepted.append(round(value, 4))
    precision, recall = len(accepted) / len(predicted), len(accepted) / len(gold)
    f1 = round(2 * precision * recall / (precision + recall), 4) if accepted else 0.0
    quality = sum(accepted) / max(len(accepted), 1)
    return round(min(100.0, max(0.0, 60 * quality + 40 * f1)), 4)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        runs = json.load(file)
    best, scores = None, []
    for _ in range(int(sys.argv[2])):
        normalized.cache_clear()
        started = time.perf_counter()
        scores = [score(run["gold"], run["predicted"]) for run in runs]
        seconds = time.perf_counter() - started
        best = seconds if best is None else min(best, seconds)
    json.dump({"seconds": best, "scores": scores}, sys.stdout)


main()
