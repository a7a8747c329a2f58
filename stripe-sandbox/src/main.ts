import { parseArgs } from 'node:util'

import { openListener } from '#api/listener.ts'
import { createControlApi } from '#control/control-api.ts'
import { openSandbox, type Sandbox } from '#sandbox.ts'

const tickMs = 1000

const usage = `node stripe-sandbox/src/main.ts --file <sqlite file or :memory:> [--port <number, 0 picks one>]
  [--public-url <address browsers use, with /sandbox at its end>]`

const say = (line: string) => process.stdout.write(`${line}\n`)
const report = (error: unknown) =>
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

/** The request with its path beginning after `prefix`. */
function under(prefix: string, request: Request): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length)
  return new Request(url, request)
}

function handlerFor(sandbox: Sandbox): (request: Request) => Promise<Response> {
  const control = createControlApi(sandbox.control)
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/_sandbox/')) return await control(under('/_sandbox', request))
    if (pathname.startsWith('/sandbox/')) return await sandbox.browser(under('/sandbox', request))
    return await sandbox.secret(request)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { file: { type: 'string' }, port: { type: 'string' }, 'public-url': { type: 'string' } },
  })
  const port = Number(values.port ?? 0)
  if (!values.file || !Number.isInteger(port) || port < 0 || port > 65_535) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 2
    return
  }
  let own = ''
  const sandbox = await openSandbox({ file: values.file, publicUrl: () => values['public-url'] ?? own })
  const listener = openListener(handlerFor(sandbox))
  const bound = await listener.listen(port)
  const url = `http://${bound.host}:${bound.port}`
  own = `${url}/sandbox`
  say(`url ${url}`)
  say(`secret-key ${sandbox.secretKey}`)
  say(`publishable-key ${sandbox.publishableKey}`)

  const timer = setInterval(() => void sandbox.control.runDue().catch(report), tickMs)
  const stop = async () => {
    clearInterval(timer)
    await listener.close()
    await sandbox.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

await main()
