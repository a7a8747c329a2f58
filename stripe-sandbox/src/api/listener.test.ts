import { expect, it, vi } from 'vitest'

import { openListener } from '#api/listener.ts'

it('reports its own failures, and breaks connections only when asked to', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const listener = openListener(async ({ url }) => {
    if (url.pathname === '/lost') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
    throw new Error('database or disk is full')
  })
  const { host, port } = await listener.listen()
  const failed = await fetch(`http://${host}:${port}/full`)
  expect(failed.status).toBe(500)
  expect(await failed.json()).toEqual({ error: { type: 'api_error', message: 'database or disk is full' } })
  expect(said.mock.calls.join()).toContain('database or disk is full')
  await expect(fetch(`http://${host}:${port}/lost`)).rejects.toThrow('fetch failed')
  said.mockRestore()
  await listener.close()
})
