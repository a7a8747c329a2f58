import type { Draft } from '@touchline/contract/drafts.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { autosaveDraft } from './autosave-draft.ts'
import { type Copy, nothingTyped, type Typed } from '#drafting/local-copy.ts'

const draftOf = (version: number, typed: Partial<Typed> = {}): Draft => ({
  id: 'draft',
  version,
  ...nothingTyped,
  mediaType: 'text',
  mediaId: null,
  media: null,
  attachments: [],
  status: 'ready',
  publishAt: null,
  isMadeWithAi: false,
  commentsOff: false,
  tags: [],
  collectionIds: [],
  edits: null,
  notPublished: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...typed,
  parts: [],
})

const refusal = (status: number, message: string) => new ApiError(status, JSON.stringify({ message }), '')

/** A server with one draft, which another place may change, and a browser that keeps a copy. */
function edit(found: Draft | null, copy: Copy | null = null) {
  const place = { draft: found, copy, isAway: false, losesAnswer: false, saves: 0, way: Promise.resolve() }
  const keeper = autosaveDraft({
    found,
    copy,
    async save(version, typed) {
      place.saves += 1
      await place.way
      if (place.isAway) throw new TypeError('Failed to fetch')
      if (!place.draft && version > 0) throw refusal(404, 'Draft not found')
      if ((place.draft?.version ?? 0) !== version) throw refusal(409, 'Changed')
      place.draft = draftOf(version + 1, typed)
      if (place.losesAnswer) throw new TypeError('Failed to fetch')
      return place.draft
    },
    async fetchLatest() {
      if (!place.draft) throw refusal(404, 'Draft not found')
      return place.draft
    },
    saveCopy: (next) => (place.copy = next),
    notify: () => undefined,
    now: () => 5,
  })
  keeper.start()
  const state = () => keeper.current().saving.state
  return { place, keeper, state }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const rest = () => vi.advanceTimersByTimeAsync(1000)

describe('a draft that is typed', () => {
  it('is kept here at once and on the server when the keys rest, with one save for many keys [DESK-1]', async () => {
    const { place, keeper, state } = edit(null, { version: 0, typed: nothingTyped, at: 1 })
    for (const content of ['O', 'Of', 'Off']) keeper.change({ content })
    expect(place.copy?.typed.content).toBe('Off')
    expect([place.saves, state()]).toEqual([0, 'saving'])
    await rest()
    expect([place.saves, state(), place.draft?.content, place.copy]).toEqual([1, 'saved', 'Off', null])
    keeper.change({ content: 'Offside' })
    await rest()
    expect([place.draft?.version, place.draft?.content]).toEqual([2, 'Offside'])
  })

  it('is tried again until it is saved, and at once when the connection is back [DESK-1]', async () => {
    const { place, keeper, state } = edit(draftOf(1))
    place.isAway = true
    keeper.change({ title: 'Extra time' })
    await rest()
    expect([state(), place.copy?.typed.title]).toEqual(['waiting', 'Extra time'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(place.saves).toBeGreaterThan(3)
    place.isAway = false
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect([state(), place.draft?.title, place.copy]).toEqual(['saved', 'Extra time', null])
  })

  it('recognizes its own save after a lost response [DESK-1]', async () => {
    const { place, keeper, state } = edit(draftOf(1))
    place.losesAnswer = true
    keeper.change({ title: 'A' })
    await rest()
    place.losesAnswer = false
    keeper.change({ title: 'AB' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([state(), place.draft?.title, place.draft?.version]).toEqual(['saved', 'AB', 3])
  })

  it('overwrites nothing from another place: its author chooses [DESK-1]', async () => {
    for (const choice of ['keepMine', 'takeTheirs'] as const) {
      const { place, keeper, state } = edit(draftOf(1))
      place.draft = draftOf(2, { title: 'Theirs' })
      keeper.change({ title: 'Mine' })
      await rest()
      expect([state(), place.draft.title, place.copy?.typed.title]).toEqual(['conflict', 'Theirs', 'Mine'])
      keeper.change({ title: 'Mine, longer' })
      await rest()
      expect([state(), place.draft.title]).toEqual(['conflict', 'Theirs'])
      keeper[choice]()
      await rest()
      const title = choice === 'keepMine' ? 'Mine, longer' : 'Theirs'
      expect([state(), place.draft.title, keeper.current().typed.title]).toEqual(['saved', title, title])
    }
  })

  it('resumes after a crash, or reports a change or deletion since [DESK-1]', async () => {
    const copy = { version: 3, typed: { ...nothingTyped, title: 'Before the crash' }, at: 1 }
    const same = edit(draftOf(3), copy)
    await rest()
    expect([same.state(), same.place.draft?.title]).toEqual(['saved', 'Before the crash'])
    const changed = edit(draftOf(4, { title: 'Since' }), copy)
    await rest()
    expect([changed.state(), changed.place.draft?.title]).toEqual(['conflict', 'Since'])
    const deleted = edit(null, copy)
    await rest()
    expect([deleted.state(), deleted.keeper.current().typed.title]).toEqual(['gone', 'Before the crash'])
    expect(deleted.place.copy).toBe(copy)
  })

  it('follows changes from elsewhere until typing begins [DESK-1]', () => {
    const { keeper, state } = edit(draftOf(1))
    keeper.receive(draftOf(2, { title: 'From the phone' }))
    expect(keeper.current()).toMatchObject({ version: 2, typed: { title: 'From the phone' } })
    keeper.receive(null)
    expect(state()).toBe('gone')
  })

  it('leaves no trace when nothing was typed [DESK-1]', () => {
    const { place, keeper } = edit(null, { version: 0, typed: nothingTyped, at: 1 })
    keeper.stop()
    expect([place.copy, place.saves]).toEqual([null, 0])
  })

  it('saves on leaving, even during an earlier save [DESK-1]', async () => {
    const { place, keeper } = edit(draftOf(1))
    keeper.change({ title: 'Left at once' })
    keeper.stop()
    await rest()
    expect([place.saves, place.draft?.title, place.copy]).toEqual([1, 'Left at once', null])

    const other = edit(draftOf(1))
    const { resolve: open, promise: opened } = Promise.withResolvers<void>()
    other.place.way = opened
    other.keeper.change({ title: 'First' })
    await rest()
    other.keeper.change({ title: 'First and last' })
    other.keeper.stop()
    open()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([other.place.saves, other.place.draft?.title, other.place.copy]).toEqual([
      2,
      'First and last',
      null,
    ])
  })

  it('is tried once when it is left without a connection, and kept here [DESK-1]', async () => {
    const { place, keeper } = edit(draftOf(1))
    place.isAway = true
    keeper.change({ title: 'Under the ground' })
    keeper.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([place.saves, place.copy?.typed.title]).toEqual([1, 'Under the ground'])
  })

  it('stays deleted after a pending save, and continues when the deletion fails [DESK-1]', async () => {
    const { place, keeper, state } = edit(null, { version: 0, typed: nothingTyped, at: 1 })
    const { resolve: open, promise: opened } = Promise.withResolvers<void>()
    place.way = opened
    keeper.change({ title: 'Away with it' })
    await rest()
    const failed = keeper.remove(() => Promise.reject(new TypeError('Failed to fetch')))
    open()
    await expect(failed).rejects.toThrow('Failed to fetch')
    keeper.change({ title: 'Still here' })
    await rest()
    expect([state(), place.draft?.title]).toEqual(['saved', 'Still here'])

    const late = Promise.withResolvers<void>()
    place.way = late.promise
    keeper.change({ title: 'On its way' })
    await rest()
    const removed = keeper.remove(async () => (place.draft = null))
    keeper.change({ title: 'Typed meanwhile' })
    late.resolve()
    await removed
    keeper.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([place.draft, place.copy, place.saves]).toEqual([null, null, 3])
  })
})
