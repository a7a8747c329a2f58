import type { ClientBase } from 'pg'

/** The PostgreSQL channel of changes that cached reads depend on. */
const channel = 'touchline_changes'

/** All of a kind. `counters` are those of posts, `notices` those without a person, `files` those of media. */
export type Kind = 'posts' | 'counters' | 'people' | 'tips' | 'comments' | 'notices' | 'files'

/** `about` is a kind, the id of a person or post, or null if anything may have changed. */
type Listener = (about: string | null) => void

/**
 * Changes as the connection of short reads receives them. PostgreSQL signals a listening connection before it
 * acknowledges a commit, and sends pending notifications before the end of each result. So a change that was
 * acknowledged before a short read was sent has been received when its result arrives. Triggers report the changes.
 */
export type ChangeFeed = {
  onChange(listener: Listener): void
  /** Call before short reads. After them, the returned function says whether all earlier changes were received. */
  beginReads(): () => boolean
  /** Listens on a new connection of short reads. */
  listen(client: ClientBase): Promise<void>
  /** Short reads go through other connections for a moment. */
  recordGap(): void
}

export function openChangeFeed(): ChangeFeed {
  const listeners = new Set<Listener>()
  let gaps = 0
  const report: Listener = (about) => {
    for (const listener of listeners) listener(about)
  }
  return {
    onChange: (listener) => void listeners.add(listener),
    beginReads() {
      const before = gaps
      return () => gaps === before
    },
    async listen(client) {
      gaps += 1
      client.on('notification', ({ payload }) => report(payload || null))
      await client.query(`listen ${channel}`)
      // What was read before the connection listened may miss a change.
      report(null)
    },
    recordGap() {
      gaps += 1
    },
  }
}
