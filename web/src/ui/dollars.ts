let dollars: Intl.NumberFormat | undefined

/**
 * Formats 12.99 as `$12.99`. The amount is in dollars, as in the API. The formatter is created lazily, because the first
 * one of a page takes 15 ms.
 */
export function formatDollars(amount: number) {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return dollars.format(amount)
}
