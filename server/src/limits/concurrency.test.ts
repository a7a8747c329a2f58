import { setImmediate as settled } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Bounds, type Release, openFairQueue } from './concurrency.ts'

const bounds: Bounds = { perOwner: 1, waitingPerOwner: 3 }

/** Turns whose work ends when the test says so, and the order in which it began. */
function watched(atOnce?: number) {
  const turns = openFairQueue(atOnce)
  const begun: string[] = []
  const open: Release[] = []
  return {
    turns,
    begun,
    ask: (owner: string, given: Bounds = bounds, signal?: AbortSignal) => {
      const taken = turns.take(owner, given, signal)
      const hear = async () => {
        const done = await taken?.catch(() => null)
        begun.push(done ? owner : `${owner} gave up`)
        if (done) open.push(done)
      }
      if (taken) void hear()
      return taken !== null
    },
    finish: async (count = 1) => {
      for (let step = 0; step < count; step += 1) {
        await settled()
        open.shift()?.()
      }
      await settled()
    },
  }
}

describe('a fair queue', () => {
  it('alternates between owners, however much one has queued', async () => {
    const { ask, begun, finish } = watched(1)
    for (const owner of ['a', 'a', 'a', 'b', 'b', 'c']) ask(owner)
    await finish(6)
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
  })

  it('serves the lower rank first', async () => {
    const { ask, begun, finish } = watched(1)
    ask('member', { ...bounds, rank: 1 })
    ask('other', { ...bounds, rank: 1 })
    ask('creator', { ...bounds, rank: 0 })
    await finish(3)
    expect(begun).toEqual(['member', 'creator', 'other'])
  })

  it('bounds the running tasks of an owner', async () => {
    const { ask, begun, finish, turns } = watched()
    for (const owner of ['a', 'a', 'a', 'b']) ask(owner, { perOwner: 2, waitingPerOwner: 5 })
    await finish(0)
    expect([begun, turns.figures()]).toEqual([['a', 'a', 'b'], { working: 3, waiting: 1 }])
    await finish()
    expect(begun).toEqual(['a', 'a', 'b', 'a'])
  })

  it('refuses an owner with too many waiting tasks, and no others', () => {
    const { ask } = watched(1)
    expect(['a', 'a', 'a', 'a', 'a', 'b'].map((owner) => ask(owner))).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
    ])
  })

  it('refuses a rank with too many waiting tasks, and no other', () => {
    const { ask } = watched(1)
    const member = { ...bounds, rank: 1, waitingPerRank: 2 }
    expect(['a', 'b', 'c', 'd'].map((owner) => ask(owner, member))).toEqual([true, true, true, false])
    expect(ask('creator', { ...bounds, rank: 0, waitingPerRank: 2 })).toBe(true)
  })

  it('skips a task that stopped waiting', async () => {
    const { ask, begun, finish, turns } = watched(1)
    const gone = new AbortController()
    ask('a')
    ask('b', bounds, gone.signal)
    ask('c')
    gone.abort()
    await finish(2)
    expect([begun, turns.figures()]).toEqual([['a', 'b gave up', 'c'], { working: 0, waiting: 0 }])
  })

  it('releases a turn only once', async () => {
    const turns = openFairQueue(1)
    const done = await turns.take('a', bounds)!
    done()
    done()
    await turns.take('a', bounds)
    expect(turns.figures()).toEqual({ working: 1, waiting: 0 })
  })
})
