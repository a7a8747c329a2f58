/** Asks at most once in `ms` milliseconds, for everybody who wants to know meanwhile. */
export function onceIn<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { atMs: number; answer: Promise<Answer> } | null = null
  return () => {
    if (!last || performance.now() - last.atMs >= ms) last = { atMs: performance.now(), answer: ask() }
    return last.answer
  }
}
