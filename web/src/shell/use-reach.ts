import { healthz } from '@touchline/contract/health.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { onReachDoubted } from '#api/reach.ts'

// A server that restarts is often back by then, and not every page that lost it asks at the same moment.
const firstLookMs = 2_000
const spreadMs = 3_000
const lookAgainMs = 5_000
const patienceMs = 5_000

/** Whether the site answers: a proxy in front that says it is away does not count. */
async function answers(): Promise<boolean> {
  try {
    await call(healthz, { signal: AbortSignal.timeout(patienceMs) })
    return true
  } catch (error) {
    return error instanceof ApiError && error.status < 500
  }
}

/**
 * Whether the server can be reached, as far as this page knows: looked at seconds after a call or the live connection
 * found nobody, and every five seconds from then on until it answers.
 */
export function useReach(): boolean {
  const [isReached, setReached] = useState(true)
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
    const leave = onReachDoubted(() => {
      if (isLooking) return
      isLooking = true
      timer = setTimeout(() => void look(), firstLookMs + Math.random() * spreadMs)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      leave()
    }
  }, [])
  return isReached
}
