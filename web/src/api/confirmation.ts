type Settle = (isConfirmed: boolean) => void

let waiting: Settle[] = []
const listeners = new Set<() => void>()

function change(next: Settle[]) {
  waiting = next
  for (const listener of listeners) listener()
}

/**
 * What the server does only for somebody who proved a moment ago who they are. A call that is refused for that waits
 * here until the person has proved it (true) or would rather not (false); a dialog answers for all that wait.
 */
export const confirmation = {
  ask: () =>
    new Promise<boolean>((settle) => {
      change([...waiting, settle])
    }),
  answer: (isConfirmed: boolean) => {
    const answered = waiting
    change([])
    for (const settle of answered) settle(isConfirmed)
  },
  isWanted: () => waiting.length > 0,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
