/** Caches the result or failure of `ask` for `ms` milliseconds. */
export function memoizeFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { atMs: number; answer: Promise<Answer> } | null = null
  return () => {
    if (!last || performance.now() - last.atMs >= ms) last = { atMs: performance.now(), answer: ask() }
    return last.answer
  }
}
