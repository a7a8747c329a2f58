/**
 * When this process started and whether it is about to stop: `/readyz` says so some time before it does, so that no
 * more requests are sent to it.
 */
export type Readiness = { startedAt: Date; isStopping(): boolean; stop(): void }

export function openReadiness(): Readiness {
  let isStopping = false
  return {
    startedAt: new Date(),
    isStopping: () => isStopping,
    stop: () => void (isStopping = true),
  }
}
