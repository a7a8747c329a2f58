import type { LiveMessage } from '@touchline/contract/live.ts'
import { expect } from 'vitest'
import type { Audience } from '#live/live.ts'
import type { Changed } from '#live/live-notice.ts'
import type { Club } from './club.ts'

type Said = { audience: Audience; message: LiveMessage }

/** `soFar` sends a message itself and waits for it. `access_changed` may come later, after the re-check. */
export function listenIn({ services: { db, live } }: Club): { soFar(): Promise<Said[]> } {
  const received: Said[] = []
  live.subscribe((audience, message) => void received.push({ audience, message }))
  return {
    async soFar() {
      const mark = `mark-${received.length}-${performance.now()}`
      const position = () =>
        received.findIndex(({ message }) => message.type === 'post_deleted' && message.postId === mark)
      await live.publish(db, 'members', { type: 'post_deleted', postId: mark })
      await expect.poll(position).toBeGreaterThanOrEqual(0)
      return received.slice(0, position())
    },
  }
}

/** Returns how often this process drops what it caches of `what` during `act`, the notification included. */
export async function cacheDrops(club: Club, what: Changed, act: () => Promise<unknown>): Promise<number> {
  let drops = 0
  club.services.live.onChange((changed) => {
    if (changed === what) drops += 1
  })
  await act()
  await listenIn(club).soFar()
  return drops
}
