type Listener = () => void

const listeners = new Set<Listener>()

/** Says that nobody was found at the other end, by a call or by the live connection: whoever watches looks after it. */
export function doubtReach(): void {
  for (const listener of listeners) listener()
}

/** Hears of every doubt whether the site can be reached; answers how to stop. */
export function onReachDoubted(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
