// An OpenAI-compatible server that answers every chat after a fixed time, for the benchmark `gateway`:
//   node bench/gateway-server.mjs <milliseconds>     prints its port
// GET /most: the most requests that were under way at once.
import { createServer } from 'node:http'
import process from 'node:process'

const latency = Number(process.argv[2])
let underWay = 0
let most = 0

const answer = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'slow',
  choices: [{ index: 0, message: { role: 'assistant', content: 'yes '.repeat(100) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 600, completion_tokens: 100, total_tokens: 700 },
})

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url === '/most') {
    response.end(String(most))
    return
  }
  underWay += 1
  most = Math.max(most, underWay)
  request.resume()
  setTimeout(() => {
    underWay -= 1
    response.end(answer)
  }, latency)
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
