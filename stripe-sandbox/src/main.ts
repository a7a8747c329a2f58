import { parseArgs } from 'node:util'

import { type RequestHandler, toApiResponse, requestOf } from '#api/exchange.ts'
import { openListener } from '#api/listener.ts'
import { createControlApi } from '#control/control-api.ts'
import { openSandbox, type Sandbox } from '#sandbox.ts'

const tickMs = 1000

const usage = `node stripe-sandbox/src/main.ts --file <sqlite file or :memory:> [--port <number, 0 picks one>]
  [--public-url <address browsers use, with /sandbox at its end>]
  [--webhook-delay <ms before an event that was not taken is sent again: 1, 5, 30, 120, 600, 3600 times it; 1000>]`

const say = (line: string) => process.stdout.write(`${line}\n`)
const report = (error: unknown) =>
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

function answering(sandbox: Sandbox): RequestHandler {
  const control = createControlApi(sandbox.control)
  return async (ask) => {
    const { pathname } = ask.url
    if (pathname.startsWith('/_sandbox/'))
      return await toApiResponse(await control(requestOf(ask, '/_sandbox')))
    if (pathname.startsWith('/sandbox/'))
      return await toApiResponse(await sandbox.browser(requestOf(ask, '/sandbox')))
    return await sandbox.answer(ask)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      port: { type: 'string' },
      'public-url': { type: 'string' },
      'webhook-delay': { type: 'string' },
    },
  })
  const port = Number(values.port ?? 0)
  const webhookDelayMs = Number(values['webhook-delay'] ?? 1000)
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535
  if (!values.file || !isPort || !Number.isInteger(webhookDelayMs) || webhookDelayMs < 1) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 2
    return
  }
  let own = ''
  const sandbox = await openSandbox({
    file: values.file,
    publicUrl: () => values['public-url'] ?? own,
    webhookDelayMs,
  })
  const listener = openListener(answering(sandbox))
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
