let dollars: Intl.NumberFormat | undefined

/**
 * 12.99 as `$12.99`. The amount is in dollars, as the API sends it. The first number or date of a page costs a browser
 * 15 ms: it is not paid for code that is only fetched ahead.
 */
export function formatDollars(amount: number) {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return dollars.format(amount)
}
