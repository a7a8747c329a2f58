let inFlight: Promise<unknown> | null = null

/** Marks `request` as replacing the session: until it ends, the server may treat the browser as signed out. */
export async function withNewSession<Reply>(request: Promise<Reply>): Promise<Reply> {
  inFlight = request
  try {
    return await request
  } finally {
    if (inFlight === request) inFlight = null
  }
}

export const isSessionChanging = () => inFlight !== null

export const sessionSettled = () => inFlight?.catch(() => {})
