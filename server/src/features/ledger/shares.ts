/** The creator's part of a gross payment, in cents, rounded down; the odd cent is the platform's. */
export const creatorShareCents = (grossCents: number, basisPoints: number) =>
  Math.floor((grossCents * basisPoints) / 10_000)
