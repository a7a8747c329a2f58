import { afterEach, describe, expect, it, vi } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { filesOf, listProblem, sendFiles, uploadFor } from './send-files.ts'

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

// With a single tab, every lock is granted.
type Work = (lock: object) => Promise<unknown>
const locks = { request: (_name: string, _options: object, work: Work) => work({}) }
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })

const upload = (name: string, draftId = 'draft') =>
  uploadFor('creator', draftId, new File(['goal'], name, { type: 'image/png' }))

const steps = () => ({
  isSaved: vi.fn<() => Promise<boolean>>().mockResolvedValue(true),
  add: vi.fn<(uploadId: string) => Promise<unknown>>(),
  isExpired: () => false,
})

const unreadable = () => Promise.reject(new DOMException('It was changed.', 'NotReadableError'))

describe('the files of a draft', () => {
  it('are on their way whatever page is open, once, until they are there or canceled [DESK-1]', async () => {
    stop = await servePage((_request, response) => void response.writeHead(503).end())
    const one = upload('a.png')
    const doing = steps()
    const sent = sendFiles('draft', [one], doing)
    // Opened again, the page takes the same file up: there is one upload of it.
    await sendFiles('draft', [one], doing)
    await expect.poll(() => filesOf('draft')[0]?.waiting).toContain('Connection lost.')
    expect([doing.isSaved.mock.calls.length, filesOf('draft').length]).toEqual([1, 1])
    filesOf('draft')[0]!.cancel()
    await sent
    expect([filesOf('draft'), doing.add.mock.calls]).toEqual([[], []])
  })

  it('that were changed during the upload are to be chosen again [GAL-2]', async () => {
    stop = await servePage((_request, response) => void response.writeHead(503).end())
    const changing = upload('a.png', 'changing')
    const sent = sendFiles('changing', [changing], steps())
    await expect.poll(() => filesOf('changing')[0]?.waiting).toContain('Connection lost.')
    // As browsers do once the file on the disk is another.
    vi.spyOn(changing.file, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer: unreadable }))
    await sent
    const [file] = filesOf('changing')
    expect([file!.problem, file!.canRetry]).toEqual([
      'This file was changed or moved after you chose it. Please choose it again.',
      false,
    ])
    file!.cancel()
  })

  it('are uploaded three at a time, and one that cannot be used holds up no other [GAL-2]', async () => {
    stop = await servePage((_request, response) => void response.writeHead(503).end())
    listProblem('many', upload('notes.txt', 'many'), 'Please select a picture.')
    const sent = sendFiles(
      'many',
      ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => upload(name, 'many')),
      steps(),
    )
    await expect.poll(() => filesOf('many').filter(({ waiting }) => waiting !== null).length).toBe(3)
    expect(filesOf('many').map(({ problem }) => problem)).toEqual([
      'Please select a picture.',
      null,
      null,
      null,
      null,
    ])
    for (const { cancel } of filesOf('many')) cancel()
    await sent
    expect(filesOf('many')).toEqual([])
  })
})
