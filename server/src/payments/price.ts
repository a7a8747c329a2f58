/** The one thing that is sold: a month of Platinum. */
export type Price = { id: string; unitAmountCents: number; currency: 'usd' }
