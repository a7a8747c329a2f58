/** The price of a month of Platinum, the only product. */
export type Price = { id: string; unitAmountCents: number; currency: 'usd' }
