import { queryOptions } from '@tanstack/react-query'
import * as api from '@touchline/contract/playback.ts'
import { call } from '#api/call.ts'
import { postsUnderWay, replacePositions, unsentPositions } from './saved-positions.ts'

export const positionsQueryKey = 'playback-positions'

let sentAt = -Infinity

/** Whether a change of the positions that was just announced may be this page's own. */
export const hasSentRecently = () => Date.now() - sentAt < 2000

/** Sends all positions that the server does not have. Those that do not arrive stay for the next time. */
export async function sendPositions(personId: string): Promise<void> {
  const { positions, markSent } = unsentPositions(personId)
  if (positions.length === 0) return
  sentAt = Date.now()
  // The request outlives the page.
  const sent = await fetch(api.save.path, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ positions }),
  }).catch(() => null)
  // Invalid positions would be refused for ever.
  if (sent?.ok || sent?.status === 400) markSent()
}

/** Brings the positions of all devices together; returns the posts with one, the last played first. */
export const positionsQuery = (personId: string) =>
  queryOptions({
    queryKey: [positionsQueryKey, personId],
    queryFn: async ({ signal }) => {
      await sendPositions(personId)
      replacePositions(personId, await call(api.list, { signal }))
      return postsUnderWay(personId)
    },
    placeholderData: () => postsUnderWay(personId),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    throwOnError: false,
  })
