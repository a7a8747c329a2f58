/** Asks with a signal that ends the asking after `ms` milliseconds; an answer that has begun by then goes on. */
export async function within<Answer>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), ms)
  try {
    return await ask(tooLong.signal)
  } finally {
    clearTimeout(timer)
  }
}
