import { createStore } from '#ui/store.ts'

type Settle = (isConfirmed: boolean) => void

const waiting = createStore<Settle[]>([])

/** Calls that need a fresh proof of identity wait here for one dialog, which settles all of them. */
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
