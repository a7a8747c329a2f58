const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as people write them: 1299 is $12.99. */
export const inDollars = (cents: number) => dollars.format(cents / 100)
