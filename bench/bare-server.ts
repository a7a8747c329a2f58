import { createServer } from 'node:http'

// The baseline: the least a Node process needs to send the same bytes, given as JSON in the first argument.
const { headers, body }: { headers: Record<string, string>; body: string } = JSON.parse(process.argv[2] ?? '')
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
