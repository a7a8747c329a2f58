import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { healthz } from '@touchline/contract/health.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { live } from '#live/live.ts'

// A restarting server is often back by then; the random part spreads the requests of all open pages.
const firstLookMs = 2_000
const spreadMs = 3_000
const lookAgainMs = 5_000
const patienceMs = 5_000

/** Whether the site responds; an error page of a proxy does not count. */
async function answers(): Promise<boolean> {
  try {
    await call(healthz, { signal: AbortSignal.timeout(patienceMs) })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status < 500
  }
}

const wasUnanswered = ({ error }: { error: unknown }) => error !== null && !(error instanceof ApiError)

/** Calls `doubt` when a query, a mutation or the live connection does not reach the server. */
function watchFailures(client: QueryClient, doubt: () => void): () => void {
  const check = ({ action }: { action?: { type: string; error?: unknown } }) => {
    if (action?.type === 'error' && wasUnanswered({ error: action.error })) doubt()
  }
  const before = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()]
  if (before.some(({ state }) => wasUnanswered(state))) doubt()
  const leaves = [
    client.getQueryCache().subscribe((event) => check('action' in event ? event : {})),
    client.getMutationCache().subscribe((event) => check('action' in event ? event : {})),
    live.subscribe({ onTurnedAway: doubt }),
  ]
  return () => {
    for (const leave of leaves) leave()
  }
}

/** Returns whether the server is reachable. After a failure it checks every five seconds. */
export function useReach(): boolean {
  const [isReached, setReached] = useState(true)
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLooking = false
    let isOver = false
    const look = async () => {
      const isThere = await answers()
      if (isOver) return
      setReached(isThere)
      isLooking = !isThere
      if (isLooking) timer = setTimeout(() => void look(), lookAgainMs)
    }
    const leave = watchFailures(client, () => {
      if (isLooking) return
      isLooking = true
      timer = setTimeout(() => void look(), firstLookMs + Math.random() * spreadMs)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      leave()
    }
  }, [client])
  return isReached
}
