import { afterEach, describe, expect, it, vi } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { sendFile, sendingOf, uploadFor } from './send-file.ts'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

// With a single tab, every lock is granted.
type Work = (lock: object) => Promise<unknown>
const locks = { request: (_name: string, _options: object, work: Work) => work({}) }
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })

describe('the file of a draft', () => {
  it('uploads once across pages until it is done or canceled [DESK-1]', async () => {
    stop = await servePage((_request, response) => void response.writeHead(503).end())
    const kept = uploadFor('creator', 'draft', new File(['goal'], 'a.png', { type: 'image/png' }))
    const attach = vi.fn<(uploadId: string) => Promise<unknown>>()
    const isSaved = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
    const sent = sendFile('draft', kept, { isSaved, attach })
    // Opened again, the page takes the same file up: there is one upload of it.
    await sendFile('draft', kept, { isSaved, attach })
    await expect.poll(() => sendingOf('draft')?.waiting).toContain('Connection lost.')
    expect(isSaved).toHaveBeenCalledOnce()
    sendingOf('draft')?.cancel()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
    expect([sendingOf('draft'), attach.mock.calls]).toEqual([null, []])
  })
})
