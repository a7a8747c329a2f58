const creatorShareBasisPoints = 7500

/** The creator's part of a gross payment, in cents: 75 of 100, rounded down; the odd cent is the platform's. */
export const creatorShareCents = (grossCents: number) =>
  Math.floor((grossCents * creatorShareBasisPoints) / 10_000)
