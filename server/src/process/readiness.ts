/** `/readyz` reports the stop early, so that the proxy sends no more requests. */
export type Readiness = { startedAt: Date; isStopping(): boolean; stop(): void }

export function openReadiness(): Readiness {
  let isStopping = false
  return {
    startedAt: new Date(),
    isStopping: () => isStopping,
    stop: () => void (isStopping = true),
  }
}
