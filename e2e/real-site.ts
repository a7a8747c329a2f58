import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BrowserContext, Route } from '@playwright/test'
import { serverProgram } from '../server/program.mjs'
import { openProviderAlone, type ProviderAlone } from '../server/src/testing/provider-alone.ts'
import { programEnv, setUpPayments } from '../server/src/testing/run-command.ts'
import { installStandInStripe } from '../web/src/testing/stand-in-stripe.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof bound !== 'object' || bound === null) throw new Error('no port was free')
  return bound.port
}

export type RealSite = { url: string; provider: ProviderAlone; close: () => Promise<void> }

/**
 * A site with live keys and its own database, set up by `payments:setup`. Its Stripe is the sandbox on
 * another port.
 */
export async function openRealSite(): Promise<RealSite> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-real-'))
  const provider = await openProviderAlone()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = programEnv({
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    ACCESS_CODE: 'off',
    ...provider.env,
  })
  await setUpPayments(env)
  const server = spawn(process.execPath, serverProgram, {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await isReady(server)
  return {
    url,
    provider,
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await provider.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isReady(server: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: server.stdout! }))
    if (line.includes('is ready at')) {
      server.stdout!.resume()
      return
    }
  throw new Error('the site ended before it was ready')
}

const standIn = `(${installStandInStripe.toString()})(window, ${JSON.stringify({
  api: 'https://api.stripe.com',
  frame: 'https://js.stripe.com/fields.html',
})})`

/** Serves js.stripe.com and api.stripe.com to a browser: a stand-in of Stripe.js, and the sandbox's API. */
export async function serveStripe(context: BrowserContext, { provider }: Pick<RealSite, 'provider'>) {
  await context.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('/stripe.js')
      ? route.fulfill({ contentType: 'text/javascript', body: standIn })
      : route.fulfill({ contentType: 'text/html', body: '<p>Secure fields</p>' }),
  )
  await context.route('https://api.stripe.com/**', async (route: Route) => {
    const request = route.request()
    const answer = await provider.sandbox.browser(
      new Request(request.url(), {
        method: request.method(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: request.postData(),
      }),
    )
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
      body: await answer.text(),
    })
  })
}
