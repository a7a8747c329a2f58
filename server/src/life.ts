/** Where this process is in its life: it says that it will stop before it does, so that nobody sends it more. */
export type Life = { startedAt: Date; isStopping(): boolean; stop(): void }

export function openLife(): Life {
  let isStopping = false
  return {
    startedAt: new Date(),
    isStopping: () => isStopping,
    stop: () => void (isStopping = true),
  }
}
