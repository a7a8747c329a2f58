import type { Trouble } from '@touchline/contract/simulator.ts'

/** Makes trouble of one kind; what it says in the end is read aloud. */
export type MakeTrouble = { make: (trouble: Trouble) => void; isBusy: boolean }
