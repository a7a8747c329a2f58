import { createServer } from 'node:http'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#services.ts'
import { listenError } from '#process/start-problems.ts'

/** The URL of the metrics server and how to close it; null when metrics are disabled. */
export type OpenMetrics = { url: string; close(): Promise<void> } | null

/** Uses a separate port, so that the site's public address never serves metrics. Call before the first request. */
export async function openMetrics(app: FastifyInstance, services: Services): Promise<OpenMetrics> {
  const { config, log } = services
  if (!config.metrics) return null
  // Most sites disable metrics, and prom-client takes megabytes of memory.
  const { collectMetrics } = await import('./metrics.ts')
  const registry = collectMetrics(app, services)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    void registry
      .metrics()
      .then((text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text))
      .catch((error: unknown) => {
        log.error({ err: error }, 'collecting metrics failed')
        response.writeHead(500).end()
      })
  })
  const { host, port } = config.metrics
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, { host, port, hostName: 'METRICS_HOST', portName: 'METRICS_PORT' })
  })
  const bound = server.address()
  return {
    url: `http://${host}:${typeof bound === 'object' && bound ? bound.port : port}/metrics`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
