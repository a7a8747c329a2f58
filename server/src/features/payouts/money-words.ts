const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as people write them: 974 is $9.74. */
export const inDollars = (cents: number) => dollars.format(cents / 100)
