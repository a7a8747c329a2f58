const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 12.99 as `$12.99`. The amount is in dollars, as the API sends it. */
export const formatDollars = (amount: number) => dollars.format(amount)
