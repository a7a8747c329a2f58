import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { serverProgram } from '../server/program.mjs'
import { openManualNginx } from '../server/src/testing/manual-nginx.mjs'
import { freePort } from './free-port.mjs'
import { pinnedNode, root } from './project.mjs'

/** What Chromium needs as root, without sound, updates and certificates. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-quic',
  '--ignore-certificate-errors',
]

/** The environment of a site that is behind a proxy with TLS and still pays with the sandbox. */
const behindProxy = (port) => ({
  PUBLIC_URL: `https://localhost:${port}`,
  TRUSTED_PROXIES: '127.0.0.1',
  PAYMENTS: 'sandbox',
})

/**
 * Starts the demo club in `folder`, alone or behind the nginx of docs/operating.md, for measurements in a browser.
 *
 * @param {{ folder: string, hasProxy: boolean, accessCode: string }} options
 */
export async function openDemoClub({ folder, hasProxy, accessCode }) {
  const [sitePort, proxyPort] = [await freePort(), await freePort()]
  const proxy = hasProxy
    ? await openManualNginx({ port: proxyPort, sitePort, folder: join(folder, 'nginx') })
    : null
  const server = spawn(pinnedNode, serverProgram, {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(sitePort),
      ...(proxy ? behindProxy(proxyPort) : {}),
      ACCESS_CODE: accessCode,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let url
  for await (const line of createInterface({ input: server.stdout })) {
    url = /is ready at (https?:\S+)/.exec(line)?.[1]
    if (url) break
  }
  if (!url) throw new Error('The club could not be opened.')
  server.stdout.resume()
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
    await proxy?.close()
  }
  return { url, sitePort, stop }
}

/**
 * Signs a demo account in.
 *
 * @param {import('@playwright/test').APIRequestContext} request
 * @param {string} url
 * @param {string} who
 */
export async function signIn(request, url, who) {
  const data = { email: `${who}@touchline.example`, password: 'touchline-demo' }
  const answer = await request.post(`${url}/api/login`, { data })
  if (!answer.ok()) throw new Error(`The ${who} could not sign in: ${await answer.text()}`)
}

/**
 * Signs the admin in and waits for the demo's videos, whose processing would slow the pages down.
 *
 * @param {import('@playwright/test').APIRequestContext} request
 * @param {string} url
 */
export async function mediaMade(request, url) {
  await signIn(request, url, 'admin')
  for (;;) {
    const answer = await request.get(`${url}/api/admin/media-health`)
    if (!answer.ok()) throw new Error(`How the media are could not be read: ${await answer.text()}`)
    const { waiting, problem } = await answer.json()
    if (waiting === 0 || problem) return
    await setTimeout(1000)
  }
}
