import { createStore } from '#ui/store.ts'

type Settle = (isConfirmed: boolean) => void

const waiting = createStore<Settle[]>([])

/**
 * Re-authentication for sensitive calls. A refused call waits here until the person confirms their identity (true) or
 * cancels (false). One dialog resolves all waiting calls.
 */
export const confirmation = {
  ask: () =>
    new Promise<boolean>((settle) => {
      waiting.set([...waiting.get(), settle])
    }),
  answer: (isConfirmed: boolean) => {
    const answered = waiting.get()
    waiting.set([])
    for (const settle of answered) settle(isConfirmed)
  },
  isWanted: () => waiting.get().length > 0,
  subscribe: waiting.subscribe,
}
