/** Aborts `call` when it has not resolved within `ms` milliseconds. */
export async function within<Result>(
  ms: number,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), ms)
  try {
    return await call(tooLong.signal)
  } finally {
    clearTimeout(timer)
  }
}
