import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { ProxyOptions } from 'vite'

const maxWaitMs = 60_000

/** Holds a request back while the server restarts. */
async function untilServerListens({ hostname, port }: URL): Promise<void> {
  const deadline = performance.now() + maxWaitMs
  while (performance.now() < deadline) {
    const socket = connect(Number(port), hostname)
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    await setTimeout(100)
  }
}

/**
 * What the development server passes on to the site at `target`: everything that is not a page of the web app, and the
 * pages that programs ask for, such as link previews, which get the document of the last build.
 */
export function siteProxy(target: string): Record<string, ProxyOptions> {
  const address = new URL(target)
  // The site refuses changes whose Origin differs from their Host.
  const site = { target, changeOrigin: false, bypass: () => untilServerListens(address) }
  return {
    '^/(api|media|segments|ws|sandbox|_sandbox|healthz|readyz|metrics)(/|$)': { ...site, ws: true },
    '^/(robots\\.txt|sitemap\\.xml)(\\?|$)': site,
    '^/(post/[^/?]+)?(\\?|$)': {
      ...site,
      // Browsers send this header, and get the page from Vite.
      bypass: async ({ headers, url }) => (headers['sec-fetch-dest'] ? url : untilServerListens(address)),
    },
  }
}
