const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats cents as dollars: 1299 is $12.99. */
export const inDollars = (cents: number) => dollars.format(cents / 100)
