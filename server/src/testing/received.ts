import type { LiveMessage } from '@touchline/contract/live.ts'
import { expect } from 'vitest'
import type { Audience } from '#live/live.ts'
import type { Club } from './club.ts'

type Said = { audience: Audience; message: LiveMessage }

/**
 * Listens to everything a club says from now on. `soFar` gives what was said before it was called, in order: it
 * says something itself and waits until that is heard. Only that access changed comes later where a page of theirs is
 * open, which is looked at first.
 */
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
