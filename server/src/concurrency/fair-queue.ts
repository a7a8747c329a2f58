/** What an owner may have in work and waiting, and who goes first. */
export type Bounds = {
  /** How much of one owner is in work at once. */
  perOwner: number
  /** How much of one owner waits behind that. */
  waitingPerOwner: number
  /** A lower rank goes first; within a rank the owners take turns. */
  rank?: number
  /** How much of one rank waits, whoever it belongs to. */
  waitingPerRank?: number
}

/** Gives the turn back. */
export type Release = () => void

type Waiting = { owner: string; bounds: Bounds; start: (done: Release) => void }

/**
 * A queue in front of something shared: owners take turns, so that nobody waits for all that somebody else has asked
 * for. `atOnce` is how much is in work at the same time, whoever it belongs to.
 */
export type FairQueue = {
  /** Resolves when it is this owner's turn; null at once when too much is waiting. `signal` gives up waiting. */
  take(owner: string, bounds: Bounds, signal?: AbortSignal): Promise<Release> | null
  /** How much is in work and how much waits. */
  figures(): { working: number; waiting: number }
}

export function openFairQueue(atOnce = Infinity): FairQueue {
  const working = new Map<string, number>()
  // One queue for each owner who waits; the owner who was served longest ago comes first.
  const queues = new Map<string, Waiting[]>()
  let total = 0
  let waiting = 0

  const hasRoom = ({ owner, bounds }: Waiting) =>
    total < atOnce && (working.get(owner) ?? 0) < bounds.perOwner

  const start = (one: Waiting) => {
    const { owner } = one
    total += 1
    working.set(owner, (working.get(owner) ?? 0) + 1)
    let isDone = false
    one.start(() => {
      if (isDone) return
      isDone = true
      total -= 1
      const left = (working.get(owner) ?? 1) - 1
      if (left > 0) working.set(owner, left)
      else working.delete(owner)
      startNext()
    })
  }

  const startNext = () => {
    let next: Waiting | null = null
    for (const [first] of queues.values())
      if (first && hasRoom(first) && (!next || (first.bounds.rank ?? 0) < (next.bounds.rank ?? 0)))
        next = first
    if (!next) return
    leaveQueue(next)
    start(next)
    startNext()
  }

  const leaveQueue = (one: Waiting) => {
    const rest = (queues.get(one.owner) ?? []).filter((other) => other !== one)
    waiting -= 1
    queues.delete(one.owner)
    if (rest.length > 0) queues.set(one.owner, rest)
  }

  const isFull = ({ owner, bounds }: Waiting) => {
    if ((queues.get(owner)?.length ?? 0) >= bounds.waitingPerOwner) return true
    const { rank = 0, waitingPerRank = Infinity } = bounds
    if (waitingPerRank === Infinity) return false
    const ofRank = [...queues.values()].flat().filter((other) => (other.bounds.rank ?? 0) === rank)
    return ofRank.length >= waitingPerRank
  }

  return {
    take(owner, bounds, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Release>()
      const one = { owner, bounds, start: resolve }
      if (hasRoom(one) && !queues.has(owner)) {
        start(one)
        return promise
      }
      if (isFull(one)) return null
      queues.set(owner, [...(queues.get(owner) ?? []), one])
      waiting += 1
      const giveUp = () => {
        if (!queues.get(owner)?.includes(one)) return
        leaveQueue(one)
        reject(signal?.reason instanceof Error ? signal.reason : new Error('gave up waiting'))
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      if (signal?.aborted) giveUp()
      return promise
    },
    figures: () => ({ working: total, waiting }),
  }
}
