import { once } from 'node:events'
import { connect } from 'node:net'
import { errorBody } from '@touchline/contract/errors.ts'
import { expect, it } from 'vitest'
import { readConfig } from '#config/config.ts'
import { openHttpServer } from './server.ts'

it('answers 408 to late headers, not to a slow handler [T-DOS-01]', async () => {
  const app = await openHttpServer(
    readConfig({ LOG_LEVEL: 'silent' }),
    { url: 'http://localhost' },
    undefined,
    5,
  )
  const { promise: whistle, resolve: finish } = Promise.withResolvers<void>()
  app.get('/thought-over', { config: { access: 'public' } }, async () => {
    await whistle
    return { said: 'a penalty' }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = new URL(app.listeningOrigin)
  const answerTo = (words: string) =>
    new Promise<string>((resolve) => {
      let all = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(words))
      socket.on('data', (data: Buffer) => (all += data.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(all))
    })

  const isAsked = once(app.server, 'request')
  const slowAnswer = answerTo('GET /thought-over HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await isAsked
  expect(app.server.headersTimeout).toBe(20_000)
  app.server.headersTimeout = 20
  const [head, body] = (await answerTo('GET / HTTP/1.1\r\nhost: x\r\nx-slow: ye')).split('\r\n\r\n')
  expect(head).toContain('HTTP/1.1 408 ')
  expect(head).toContain('x-content-type-options: nosniff')
  expect(errorBody.parse(JSON.parse(body!)).message).toBe('The request took too long to arrive.')
  finish()
  expect(await slowAnswer).toContain('{"said":"a penalty"}')
  await app.close()
})
