let inFlight: Promise<unknown> | null = null

/**
 * Marks `request` as a call that replaces the session, and returns its result. Until it completes, the server may treat
 * the browser as signed out, because it ends the old session first.
 */
export async function withNewSession<Reply>(request: Promise<Reply>): Promise<Reply> {
  inFlight = request
  try {
    return await request
  } finally {
    if (inFlight === request) inFlight = null
  }
}

/** Whether such a call is in flight. */
export const isSessionChanging = () => inFlight !== null

/** Waits for the call in flight to settle. */
export const sessionSettled = () => inFlight?.catch(() => {})
