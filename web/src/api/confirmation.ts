import { createStore } from '#ui/store.ts'

type Settle = (isConfirmed: boolean) => void

const waiting = createStore<Settle[]>([])

/**
 * What the server does only for somebody who proved a moment ago who they are. A call that is refused for that waits
 * here until the person has proved it (true) or would rather not (false); a dialog answers for all that wait.
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
