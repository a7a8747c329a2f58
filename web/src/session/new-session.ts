let underWay: Promise<unknown> | null = null

/**
 * Keeps `answer` as the call that brings this browser another session, and answers the same. The server ends the old
 * session before the new one has come: until then it calls somebody nobody who is about to be somebody again.
 */
export async function withNewSession<Answer>(answer: Promise<Answer>): Promise<Answer> {
  underWay = answer
  try {
    return await answer
  } finally {
    if (underWay === answer) underWay = null
  }
}

/** Whether such a call is under way. */
export const isSessionChanging = () => underWay !== null

/** Waits until none is, however it ended. */
export const sessionSettled = () => underWay?.catch(() => {})
