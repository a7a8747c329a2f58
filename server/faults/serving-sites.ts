import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 500
const patienceMs = 2000

/** Which servers are ready, polled like a proxy does. */
export type ServingOnes = { now(): string[]; stop(): Promise<void> }

export function watchServingSites(urls: readonly string[]): ServingOnes {
  const serving = new Set(urls)
  const state = { isOver: false }
  const ask = async (url: string) => {
    while (!state.isOver) {
      const isServing = await fetch(new URL('/readyz?only=serving', url), {
        signal: AbortSignal.timeout(patienceMs),
      }).then(
        (answer) => answer.ok,
        // A slow response counts as ready, a refused connection does not.
        (error: unknown) => error instanceof DOMException && serving.has(url),
      )
      if (isServing) serving.add(url)
      else serving.delete(url)
      await pause(everyMs)
    }
  }
  const asking = Promise.all(urls.map(ask))
  return {
    // When none is ready, try any.
    now: () => (serving.size > 0 ? urls.filter((url) => serving.has(url)) : [...urls]),
    async stop() {
      state.isOver = true
      await asking
    },
  }
}
