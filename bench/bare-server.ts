import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

type Given = { headers: Record<string, string>; body?: string }

// The baseline: the least a Node process needs to send the same bytes, given as JSON in the first argument. Without a
// body it sends as many bytes as its headers say.
const { headers, body: text }: Given = JSON.parse(process.argv[2] ?? '')
// The kernel copies memory that was never written for less than a file's.
const body = text ?? randomBytes(Number(headers['content-length']))
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
