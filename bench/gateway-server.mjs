// An OpenAI-compatible server that answers every chat after a fixed time, for the benchmark `gateway`:
//   node bench/gateway-server.mjs <milliseconds>     prints its port
// GET /stats: calls that came, answers given, the most calls under way at once, times of the first call and the
// last answer (milliseconds since 1970; null before there is one).
import { createServer } from 'node:http'
import process from 'node:process'

const latency = Number(process.argv[2])
let underWay = 0
const stats = { calls: 0, answered: 0, most: 0, first: null, last: null }

// A memory of about 100 tokens, in the shape that alpsbench/extraction asks for.
const memory = {
  memory_id: '1',
  type: 'direct',
  label: 'Preferences/Music',
  value: 'yes '.repeat(60),
  confidence: 0.9,
}
const content = JSON.stringify({ memory_items: [memory] })

const answer = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'slow',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 600, completion_tokens: 100, total_tokens: 700 },
})

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url === '/stats') {
    response.end(JSON.stringify(stats))
    return
  }
  underWay += 1
  stats.calls += 1
  stats.first ??= Date.now()
  stats.most = Math.max(stats.most, underWay)
  request.resume()
  setTimeout(() => {
    underWay -= 1
    stats.answered += 1
    stats.last = Date.now()
    response.end(answer)
  }, latency)
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
