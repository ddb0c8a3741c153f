// A program under AlpsBench's stdin/stdout protocol: one row comes in, one prediction row goes out.
// It answers `alpsbench/extraction` and `alpsbench/update` with what the user says of themselves.

const OPENING =
  /(?:\bI(?:'m|'ve| am| have| live| work| like| love| prefer| never)\b|\bsoy\b|\btengo\b|\bvivo\b|我(?:是|有|住|喜欢)|أنا|أحب)/iu

/** Sentences of the user in the first person, at most `limit`. */
function statements(dialogue, limit) {
  const sentences = dialogue
    .filter((turn) => turn.role === 'user')
    .flatMap((turn) => turn.text.replaceAll('’', "'").match(/[^.!?。！？؟\n]+[.!?。！？؟]?/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => OPENING.test(sentence) && !/[?？؟]$/u.test(sentence))
  return [...new Set(sentences)].slice(0, limit)
}

function memories(values, prefix) {
  return values.map((value, index) => ({
    memory_id: `${prefix}${index + 1}`,
    type: 'direct',
    label: 'UNMAPPED',
    value,
    confidence: 0.7,
  }))
}

process.stdin.setEncoding('utf8')
let text = ''
for await (const chunk of process.stdin) text += chunk
const { benchmark_id, task, input } = JSON.parse(text)

let memory_items
if (task === 'task1') memory_items = memories(statements(input.dialogue, 5), 'p')
else if (task === 'task2')
  memory_items = [...input.memory, ...memories(statements(input.new_dialogue, 2), 'm_new_')]
else throw new Error(`this program answers task1 and task2, not ${task}`)

process.stdout.write(JSON.stringify({ benchmark_id, memory_items }))
