import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { errorBody } from '@touchline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#config/config.ts'
import { openHttpServer } from './server.ts'

let app: FastifyInstance
let port: number
let finish: () => void
beforeEach(async () => {
  // The sockets are real; only the half minute over which a pace is judged is not waited for.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  app = await openHttpServer(readConfig({ LOG_LEVEL: 'silent' }), { url: 'http://localhost' })
  app.post('/said', { config: { access: 'public' } }, async ({ body }) => body)
  app.post('/thought-over', { config: { access: 'public' } }, async ({ body }) => {
    await new Promise<void>((resolve) => (finish = resolve))
    return body
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(app.listeningOrigin).port)
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Begins to send a JSON body and stays in the middle of it. */
async function begun(path: string, text: string): Promise<{ socket: Socket; heard: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  const heard = new Promise<string>((resolve) => {
    let all = ''
    socket.on('data', (data: Buffer) => (all += data.toString()))
    socket.on('close', () => resolve(all))
  })
  await once(socket, 'connect')
  const arrived = once(app.server, 'request')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n${text}`,
  )
  await arrived
  return { socket, heard }
}

describe('a body', () => {
  it('that arrives a byte at a time gets 408 within a minute [T-DOS-01]', async () => {
    const { socket, heard } = await begun('/said', '{')
    await vi.advanceTimersByTimeAsync(20_000)
    socket.write('"')
    await vi.advanceTimersByTimeAsync(40_000)
    const [head, body] = (await heard).split('\r\n\r\n')
    expect(head).toContain('HTTP/1.1 408 ')
    expect(head).toContain('x-content-type-options: nosniff')
    expect(errorBody.parse(JSON.parse(body!)).message).toBe('The request took too long to arrive.')
  })

  it('that has arrived may be processed for any time [T-DOS-01]', async () => {
    const { heard } = await begun('/thought-over', '{"what":"a penalty"}')
    await expect.poll(() => finish).toBeDefined()
    await vi.advanceTimersByTimeAsync(120_000)
    finish()
    expect(await heard).toContain('{"what":"a penalty"}')
  })
})
