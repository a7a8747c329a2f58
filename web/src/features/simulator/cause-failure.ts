import type { SimulatedFailure } from '@touchline/contract/simulator.ts'

/** Makes trouble of one kind; what it says in the end is read aloud. */
export type CauseFailure = { make: (trouble: SimulatedFailure) => void; isBusy: boolean }
