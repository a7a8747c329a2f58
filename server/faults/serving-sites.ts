import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 500
const patienceMs = 2000

/** Which of some servers say that they take requests, asked again and again as an operator's proxy does it. */
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
        // One that is slow to say so serves all the same; one that is not there does not.
        (error: unknown) => error instanceof DOMException && serving.has(url),
      )
      if (isServing) serving.add(url)
      else serving.delete(url)
      await pause(everyMs)
    }
  }
  const asking = Promise.all(urls.map(ask))
  return {
    // Where none says so, any may be better than nobody.
    now: () => (serving.size > 0 ? urls.filter((url) => serving.has(url)) : [...urls]),
    async stop() {
      state.isOver = true
      await asking
    },
  }
}
