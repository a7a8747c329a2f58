/** Frees a slot. Calling it again has no effect. */
export type Release = () => void

/** The slots of a shared resource: `total` of all keys, `perKey` of one. */
export type Slots = {
  size(): number
  count(key: string): number
  /** Takes a slot. Returns null when none is free. */
  take(key: string): Release | null
}

export function openSlots({
  total = Infinity,
  perKey = Infinity,
}: {
  total?: number
  perKey?: number
}): Slots {
  const taken = new Map<string, number>()
  let size = 0
  const count = (key: string) => taken.get(key) ?? 0
  const change = (key: string, by: 1 | -1) => {
    size += by
    taken.set(key, count(key) + by)
    if (count(key) === 0) taken.delete(key)
  }
  return {
    size: () => size,
    count,
    take(key) {
      if (size >= total || count(key) >= perKey) return null
      change(key, 1)
      let isTaken = true
      return () => {
        if (isTaken) change(key, -1)
        isTaken = false
      }
    },
  }
}

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

type Waiting = { owner: string; bounds: Bounds; start: (done: Release) => void }

/** Owners take turns, so that one owner's backlog does not delay the others. `atOnce` bounds all of them. */
export type FairQueue = {
  /** Like `take`, without waiting: null when it is not this owner's turn yet. */
  takeNow(owner: string, bounds: Bounds): Release | null
  /** Resolves when it is this owner's turn. Returns null when the queue is full. `signal` cancels waiting. */
  take(owner: string, bounds: Bounds, signal?: AbortSignal): Promise<Release> | null
  /** Runs `work` when it is this owner's turn. Returns null when the queue is full. */
  run<Result>(owner: string, bounds: Bounds, work: () => Promise<Result>): Promise<Result> | null
  /** How many tasks are running and waiting. */
  figures(): { working: number; waiting: number }
}

export function openFairQueue(atOnce = Infinity): FairQueue {
  const slots = openSlots({ total: atOnce })
  // One queue per waiting owner, in the order in which they were last served.
  const queues = new Map<string, Waiting[]>()
  let waiting = 0

  const hasRoom = ({ owner, bounds }: Pick<Waiting, 'owner' | 'bounds'>) =>
    slots.size() < atOnce && slots.count(owner) < bounds.perOwner

  const occupy = (owner: string): Release => {
    const release = slots.take(owner)
    return () => {
      release?.()
      startNext()
    }
  }

  const startNext = () => {
    let next: Waiting | null = null
    for (const [first] of queues.values())
      if (first && hasRoom(first) && (!next || (first.bounds.rank ?? 0) < (next.bounds.rank ?? 0)))
        next = first
    if (!next) return
    leaveQueue(next)
    next.start(occupy(next.owner))
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

  const takeNow: FairQueue['takeNow'] = (owner, bounds) =>
    hasRoom({ owner, bounds }) && !queues.has(owner) ? occupy(owner) : null

  const take: FairQueue['take'] = (owner, bounds, signal) => {
    const now = takeNow(owner, bounds)
    if (now) return Promise.resolve(now)
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const one = { owner, bounds, start: resolve }
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
  }

  return {
    take,
    takeNow,
    run(owner, bounds, work) {
      const turn = take(owner, bounds)
      return turn && turn.then((release) => work().finally(release))
    },
    figures: () => ({ working: slots.size(), waiting }),
  }
}
