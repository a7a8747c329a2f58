import type { SimulatedFailure } from '@touchline/contract/simulator.ts'

/** Causes a failure; the result is announced to screen readers. */
export type CauseFailure = { make: (trouble: SimulatedFailure) => void; isBusy: boolean }
