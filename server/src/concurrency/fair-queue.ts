/** How much an owner may run and queue, and who goes first. */
export type Bounds = {
  /** How many of one owner's tasks run at once. */
  perOwner: number
  /** How many of one owner's tasks may wait. */
  waitingPerOwner: number
  /** A lower rank goes first. Owners of the same rank take turns. */
  rank?: number
  /** How many tasks of one rank may wait, across all owners. */
  waitingPerRank?: number
}

/** Ends the turn. */
export type Release = () => void

type Waiting = { owner: string; bounds: Bounds; start: (done: Release) => void }

/**
 * A queue in front of a shared resource. Owners take turns, so that one owner's backlog does not delay the
 * others. `atOnce` bounds the running tasks of all owners.
 */
export type FairQueue = {
  /** Resolves when it is this owner's turn. Returns null when the queue is full. `signal` cancels waiting. */
  take(owner: string, bounds: Bounds, signal?: AbortSignal): Promise<Release> | null
  /** How many tasks are running and waiting. */
  figures(): { working: number; waiting: number }
}

export function openFairQueue(atOnce = Infinity): FairQueue {
  const working = new Map<string, number>()
  // One queue per waiting owner, in the order in which they were last served.
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
