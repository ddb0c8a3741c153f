/** Words for feelings and for being there, each of which an answer may have. */
const warm =
  /\b(?:hurts?|griev\w*|sad\w*|afraid|fear\w*|nervous|anxious|proud|pride|joy\w*|miss(?:ing)?|lonely|asham\w*|shame|humiliat\w*|hard|heavy|relief|wonder|tired|angry|cry\w*|tears?|love[ds]?|worr\w*|sorry|of course|tell me|take your time|no need|here for you|with you)\b|难过|难受|害怕|慌|委屈|想念|孤单|牵挂|紧张|心疼|骄傲|开心|陪|抱抱|没关系|跟我说|告诉我|舍不得|تشعر|الشوق|triste|duele|miedo/giu

/** Words that brush off, lecture, compare or press. */
const cold =
  /\b(?:it (?:is|was|'s) (?:only|just)|(?:only|just) an?|at least|bright side|get over|move on|(?:no|not) importan\w+|studies show|you should have|others have|get a new|cheer up|calm down|stop \w+ing|could be worse|no big deal|pull yourself)\b|大不了|想开|别难过了|要坚强|不够努力|努力还?不够|加油|第一[，,].*第二/giu

/**
 * Whether an answer hears its user, by words alone: it names or shares a feeling, or comes back to what is known,
 * and has no more words that brush off than words that are warm.
 * @param shared how much of what is known comes back
 */
export function hearsUser(answer: string, shared: number): boolean {
  const warmth = answer.match(warm)?.length ?? 0
  const coldness = answer.match(cold)?.length ?? 0
  return (warmth > 0 || shared > 1) && coldness < Math.max(1, warmth)
}
